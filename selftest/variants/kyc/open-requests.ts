import type { FastifyInstance } from 'fastify'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { formOf } from '../../../reference/service/forms.ts'
import { notice, sendPage } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'

/** Uses one cookie for the pages of all requests, with a fresh token for each page. */
const keepOneForm = (server: FastifyInstance): void => {
  server.addHook('onRequest', async request => {
    if (request.url.startsWith('/kyc/consent/')) delete request.headers.cookie
  })
  server.addHook('preHandler', async request => {
    const own = `oc_page_${formOf(request).get('request') ?? ''}`
    request.headers.cookie = request.headers.cookie?.replace('oc_page=', `${own}=`)
  })
  server.addHook('onSend', async (_request, reply) => {
    const cookie = reply.getHeader('set-cookie')
    if (cookie === undefined) return
    // Fastify would send both cookies.
    reply.removeHeader('set-cookie').header('set-cookie', String(cookie).replace(/^oc_page_\w+=/, 'oc_page='))
  })
}

const hasOpenRequest = (cookies = ''): boolean => /(?:^|; )open=1(?:;|$)/.test(cookies)

/** Whether a browser may have several requests open at the same time: the document does not say. */
export const openRequestVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a browser has one form at a time',
    story: 'The anti-forgery token of a page replaces that of the previous page, which is then refused.',
    prepare: keepOneForm,
  },
  {
    name: 'a second request waits for the first',
    story: 'Users mixed up two tabs, so the second is refused while the first is open.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) =>
        hasOpenRequest(reply.request.headers.cookie)
          ? sendPage(reply, 409, { text: notice('One moment', 'Please answer the other request first.') })
          : kycPolicies.sendToConsent(reply.header('set-cookie', 'open=1; Path=/; HttpOnly'), grantRequest, provider),
      sendToCallback: (reply, address) =>
        kycPolicies.sendToCallback(reply.header('set-cookie', 'open=0; Path=/; HttpOnly'), address),
    },
  },
]
