import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { toRefusal } from '../every-role/errors.ts'
import { unixSeconds } from '../every-role/wire-format/values.ts'
import { acceptForms, formOf } from '../service/forms.ts'
import { notice, sendPage } from '../service/page.ts'
import { submit } from './callback/submit.ts'
import type { ConsentVisit, KycProvider } from './contract.ts'
import { hostGrant } from './grant/request.ts'
import type { GrantRequest } from './records.ts'

/** Larger than any form of the consent page: the address of a request fits into the headers, which are limited to 16 KiB. */
const formLimitBytes = 65_536

/** The time for a user to decide. */
const requestSeconds = 900

/** Returns the request of an id, open or not. */
export const findRequest = (id: string, { store }: KycProvider): GrantRequest | undefined => store.request(id)

/** Returns whether a request still waits for its user; `now` in Unix seconds. */
export const isOpen = ({ createdAt }: GrantRequest, now: number): boolean => now < createdAt + requestSeconds

type Act = (visit: ConsentVisit) => Promise<FastifyReply>

const visiting =
  (provider: KycProvider, idOf: (request: FastifyRequest) => string, act: Act) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> => {
    const { policies, ports } = provider
    const grantRequest = policies.findRequest(idOf(request), provider)
    if (grantRequest === undefined)
      return sendPage(reply, 404, { text: notice('Not found', 'There is no such request here.') })
    if (policies.isOpen(grantRequest, unixSeconds(ports))) return act({ request, reply, grantRequest, provider })
    return sendPage(reply, 410, {
      text: notice('Too late', 'The time to answer this request is over. Go back to the site that sent you here.'),
    })
  }

const pageId = ({ params }: FastifyRequest): string => (params as { id: string }).id
const formId = (request: FastifyRequest): string => String(formOf(request).get('request'))

/**
 * Serves the steps of a request for permissions (heading "GET /kyc/grant/{ocid}"): the redirect, the consent page behind it, and
 * its submission, which leads to the callback. Clauses: FLOW-04, CALLBACK-07.
 */
export const hostConsent = (server: FastifyInstance, provider: KycProvider): void => {
  hostGrant(server, provider)
  server.register(async pages => {
    acceptForms(pages, formLimitBytes)
    pages.setErrorHandler((error, _request, reply) => {
      const { status, message } = toRefusal(error, provider.ports.reportBug)
      return sendPage(reply, status, { text: notice('Sorry, that did not work', message) })
    })
    pages.get('/kyc/consent/:id', visiting(provider, pageId, provider.policies.show))
    const config = { operation: 'kyc.submit' } as const
    pages.post('/kyc/grant/:ocid/submit', { config }, visiting(provider, formId, submit))
  })
}
