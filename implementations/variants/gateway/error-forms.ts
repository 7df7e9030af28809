import { randomUUID } from 'node:crypto'
import { Refusal } from '../../../protocol/errors.ts'
import { isObject } from '../../../protocol/json/json.ts'
import type { GatewayPolicies, Transfer } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { isRefusal, type Prepare, refuseRequests, rewriteResponses } from '../../mutants/support/server-hooks.ts'
import type { Variant } from '../variant.ts'

const uuid = /^\/verify\/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

const notTxid = { error: { code: 'INVALID_REQUEST', message: 'A txid is a UUID.', details: {} } }

const refuseReversedTimes: GatewayPolicies['shapeViolations'] = (schema, body) => {
  const found = gatewayPolicies.shapeViolations(schema, body)
  const order = isObject(body) ? body.order : undefined
  if (schema !== 'checkout-request' || !isObject(order) || found.length > 0) return found
  const { createdAt = 0, expiresAt = Number.POSITIVE_INFINITY } = order
  return Number(expiresAt) < Number(createdAt) ? [{ path: '/order/expiresAt', message: 'is before createdAt' }] : found
}

const callerHasAccount = ({ caller, gateway: { store } }: Transfer): Refusal | undefined =>
  store.accountsOf(caller).length > 0
    ? undefined
    : new Refusal('NO_PARTNER', 403, 'The caller does not make transfers.')

/** A refusal of a transfer has the txid of the transaction that failed; one of a checkout leads to a page that says so. */
const explained: Prepare = server => {
  server.addHook('onRequest', async ({ url }, reply) => {
    const failed = /^\/verify\/(failed-[^/?]+)/.exec(url)?.[1]
    if (failed !== undefined) await reply.code(200).send({ status: 'failed', txid: failed })
    if (url === '/checkout/refused') await reply.code(200).type('text/html').send('<p>This order cannot be paid.</p>')
  })
  rewriteResponses((text, { url, host }, reply) => {
    if (!isRefusal(reply, text)) return text
    const more: Record<string, object> = {
      '/transfer/create': { txid: `failed-${randomUUID()}` },
      '/payment/create': { txid: `failed-${randomUUID()}` },
      '/orders/checkout': { redirect_url: `http://${host}/checkout/refused` },
    }
    reply.removeHeader('content-length')
    return JSON.stringify({ ...JSON.parse(text), ...more[url] })
  })(server)
}

/** Requests that are refused for their form or caller before the document's conditions are checked. */
export const errorFormVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'a txid that is not a UUID is refused for its form',
    story: 'The framework parses the path parameter as a UUID, and answers 400 itself.',
    prepare: refuseRequests(({ url }) => url.startsWith('/verify/') && !uuid.test(url), 400, notTxid),
  },
  {
    name: 'an order that expires before it was created is malformed',
    story: 'The two times are compared when the body is validated.',
    policies: { shapeViolations: refuseReversedTimes },
  },
  {
    name: 'who has no account makes no transfers',
    story: 'Only partners have a contract for transfers.',
    policies: { transferRules: [callerHasAccount, ...gatewayPolicies.transferRules] },
  },
  {
    name: 'a refusal names the transaction that failed, or a page that explains it',
    story: 'Support asks for the txid, also of what was refused; the shop may show the page.',
    prepare: explained,
  },
]
