import type { FastifyReply } from 'fastify'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { notice, sendPage } from '../../../reference/service/page.ts'
import { copyIsAConflict, nonceOf, oneAtATime, refuseAs, refuseMeanwhile } from '../support/simultaneous.ts'
import type { Variant } from '../variant.ts'

const sendWait =
  (status: number) =>
  (reply: FastifyReply): FastifyReply =>
    sendPage(reply, status, { text: notice('One moment', 'Your payment is under way.') })

/** Other ways to handle simultaneous requests, which the document defines only in part. */
export const simultaneousRequestVariants: readonly Variant<GatewayPolicies>[] = [
  oneAtATime,
  copyIsAConflict,
  {
    name: 'a copy of a request that is under way is too much',
    story: 'The rate limit allows one request at a time per nonce.',
    prepare: refuseMeanwhile(nonceOf, refuseAs(429)),
  },
  {
    name: 'a second click while a payment is under way is a conflict',
    story: 'The session is locked, and the page says so.',
    prepare: refuseMeanwhile(
      ({ method, url }) => (method === 'POST' && url.startsWith('/checkout/') ? url : undefined),
      sendWait(409),
    ),
  },
  {
    name: 'a second click while a payment is under way comes too early',
    story: 'The session is locked, and a request that finds it locked must retry.',
    prepare: refuseMeanwhile(
      ({ method, url }) => (method === 'POST' && url.startsWith('/checkout/') ? url : undefined),
      sendWait(503),
    ),
  },
]
