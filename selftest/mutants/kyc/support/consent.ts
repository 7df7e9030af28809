import type { FastifyInstance } from 'fastify'
import type { Member } from '../../../../reference/kyc/callback/address.ts'
import type { ConsentView } from '../../../../reference/kyc/consent/markup.ts'
import type { KycProvider } from '../../../../reference/kyc/contract.ts'
import { type KycPolicies, kycPolicies } from '../../../../reference/kyc/policies.ts'
import { acceptForms } from '../../../../reference/service/forms.ts'

/** The consent page with its markup changed. */
export const changePage = (change: (page: string, view: ConsentView) => string): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: view => change(kycPolicies.consentPage(view), view),
})

/** The members of the callback, changed. */
export const changeMembers = (
  change: (members: readonly Member[]) => readonly Member[],
): Pick<KycPolicies, 'membersOf'> => ({
  membersOf: (grantRequest, decision) => change(kycPolicies.membersOf(grantRequest, decision)),
})

/** The text of one member of the callback, changed. */
export const changeMember = (name: Member[0], change: (text: string) => string): Pick<KycPolicies, 'membersOf'> =>
  changeMembers(members => members.map(member => (member[0] === name ? [name, change(member[1])] : member)))

/** The outcome that the members of a callback tell. */
export const outcomeOf = (members: readonly Member[]): string | undefined =>
  new Map<string, string>(members).get('status')

/** A second way to the submission: `method` at `path`, handed on as a POST of its form or of its query. */
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

/** A member of the callback where there should be none. */
export const addMember = (member: Member, isMissing: (members: readonly Member[]) => boolean) =>
  changeMembers(members => (isMissing(members) ? [...members, member] : members))

export const metadataAddress = (ocid: number, { directory }: KycProvider): string =>
  directory.metadataAddresses.get(ocid) ?? ''

export const isGrantRequest = (url: string): boolean => url.startsWith('/kyc/grant/')

export const notFound = { error: { code: 'INVALID_GRANT', message: 'There is nothing here.', details: {} } }
