import type { FastifyInstance } from 'fastify'
import type { KycPolicies, KycProvider } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import type { GrantRequest } from '../../../reference/kyc/records.ts'
import { formOf } from '../../../reference/service/forms.ts'
import { notice, sendPage } from '../../../reference/service/page.ts'
import { askDatabase } from '../../support/changes.ts'
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
    // Otherwise Fastify sends both cookies.
    reply.removeHeader('set-cookie').header('set-cookie', String(cookie).replace(/^oc_page_\w+=/, 'oc_page='))
  })
}

const hasOpenRequest = (cookies = ''): boolean => /(?:^|; )open=1(?:;|$)/.test(cookies)

/** The newest request of each user and requester, by provider. */
const newest = new WeakMap<object, Map<string, string>>()

const newestOf = ({ store }: KycProvider): Map<string, string> => {
  const ids = newest.get(store) ?? new Map<string, string>()
  newest.set(store, ids)
  return ids
}

const rowOf = ({ user, requester }: Pick<GrantRequest, 'user' | 'requester'>): string => `${user} ${requester}`

/** Keeps one open request per user and requester: a newer one replaces it. */
const keepNewestOnly: Partial<KycPolicies> = {
  newRequest: grantQuery => {
    const made = kycPolicies.newRequest(grantQuery)
    newestOf(grantQuery.provider).set(rowOf(made), made.id)
    return made
  },
  findRequest: (id, provider) => {
    const found = kycPolicies.findRequest(id, provider)
    const isReplaced = found && newestOf(provider).get(rowOf(found)) !== id
    return isReplaced && provider.store.decision(id) === undefined ? undefined : found
  },
}

/** Refuses a request while another for the same row is being written. */
const refuseWhileWriting = (server: FastifyInstance): void => {
  const written = new Set<string>()
  server.addHook<{ Params: { ocid: string }; Querystring: { user_ocid?: string } }>(
    'preHandler',
    async ({ method, params, query, url }, reply) => {
      if (method !== 'GET' || !url.startsWith('/kyc/grant/')) return
      const row = `${query.user_ocid} ${params.ocid}`
      if (written.has(row)) return sendPage(reply, 409, { text: notice('One moment', 'Please try again.') })
      written.add(row)
      await askDatabase(undefined)
      written.delete(row)
    },
  )
}

/** Whether a browser may have several requests open at the same time: the document does not say. */
export const openRequestVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a user has one open request of each requester',
    story: 'The table of open requests has a unique row for both, and a newer request overwrites it.',
    policies: keepNewestOnly,
  },
  {
    name: 'of two requests of a user at once one is a conflict',
    story: 'Both write the unique row of the user and the requester, and the second transaction is rolled back.',
    policies: keepNewestOnly,
    prepare: refuseWhileWriting,
  },
  {
    name: 'a browser has one form at a time',
    story: 'The anti-forgery token of a page replaces that of the previous page, which is then refused.',
    prepare: keepOneForm,
  },
  {
    name: 'a second request waits for the first',
    story: 'Users mixed up two tabs, so the second is refused while the first is open.',
    isAlone: 'Where the newer of two requests counts, neither would lead anywhere.',
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
