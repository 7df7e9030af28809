import type { FastifyInstance } from 'fastify'
import type { CallbackMember, ConsentView, KycPolicies, KycProvider } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { GrantRequest } from '../../../../reference/kyc/records.ts'
import { acceptForms } from '../../../../reference/service/forms.ts'

/** Changes the markup of the consent page. */
export const changePage = (change: (page: string, view: ConsentView) => string): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: view => change(kycPolicies.consentPage(view), view),
})

/** Changes the members of the callback. */
export const changeMembers = (
  change: (members: readonly CallbackMember[]) => readonly CallbackMember[],
): Pick<KycPolicies, 'membersOf'> => ({
  membersOf: (grantRequest, decision) => change(kycPolicies.membersOf(grantRequest, decision)),
})

/** Changes one member of the callback. */
export const changeMember = (
  name: CallbackMember[0],
  change: (text: string) => string,
): Pick<KycPolicies, 'membersOf'> =>
  changeMembers(members => members.map(member => (member[0] === name ? [name, change(member[1])] : member)))

/** Returns the outcome in the members of a callback. */
export const outcomeOf = (members: readonly CallbackMember[]): string | undefined =>
  new Map<string, string>(members).get('status')

/** Adds a route that passes its form (POST) or its query (GET) to the submission. */
export const addSubmissionRoute =
  (method: 'GET' | 'POST', path: string) =>
  (server: FastifyInstance): void => {
    server.register(async scope => {
      if (method === 'POST') acceptForms(scope, 65_536)
      scope.route<{ Params: { ocid: string } }>({
        method,
        url: path,
        handler: async ({ params, headers: given, url, body }, reply) => {
          const { 'content-length': _length, ...headers } = given
          const answer = await server.inject({
            method: 'POST',
            url: `/kyc/grant/${params.ocid}/submit`,
            headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' },
            payload: method === 'GET' ? (url.split('?')[1] ?? '') : String(body),
          })
          return reply.code(answer.statusCode).headers(answer.headers).send(answer.rawPayload)
        },
      })
    })
  }

/** Adds a member to the callback if `isMissing` returns true. */
export const addMember = (member: CallbackMember, isMissing: (members: readonly CallbackMember[]) => boolean) =>
  changeMembers(members => (isMissing(members) ? [...members, member] : members))

/** Returns the callback of a request with everything granted. */
export const callbackGrantingAll = ({ callbackUrl, ...grantRequest }: GrantRequest): string => {
  const { permissions: granted, user, requester } = grantRequest
  const decision = { granted, denied: [], user, requester, time: 0 }
  return kycPolicies.withMembers(callbackUrl, kycPolicies.membersOf({ ...grantRequest, callbackUrl }, decision))
}

/** Makes browsers send the page's cookies with requests from other sites. */
export const sendCookiesFromAnySite = (server: FastifyInstance): void => {
  server.addHook('onSend', async (_request, reply) => {
    const cookie = reply.getHeader('set-cookie')
    // Otherwise Fastify sends both cookies.
    if (cookie !== undefined)
      reply
        .removeHeader('set-cookie')
        .header('set-cookie', String(cookie).replace(/SameSite=\w+/, 'SameSite=None; Secure'))
  })
}

export const metadataAddress = (ocid: number, { directory }: KycProvider): string =>
  directory.metadataAddresses.get(ocid) ?? ''

export const isGrantRequest = (url: string): boolean => url.startsWith('/kyc/grant/')

export const notFound = { error: { code: 'INVALID_GRANT', message: 'There is nothing here.', details: {} } }
