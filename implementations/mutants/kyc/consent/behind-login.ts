import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { askForPassword, chooseUser } from '../../../support/logins.ts'
import type { Mutant } from '../../mutant.ts'
import { consentDecisionMutants } from './decisions.ts'
import { consentPageMutants } from './page.ts'
import { requesterMetadataMutants } from './requester-metadata.ts'
import { consentSecurityMutants } from './security.ts'

const known = [...consentPageMutants, ...consentDecisionMutants, ...requesterMetadataMutants, ...consentSecurityMutants]

/** Plants a fault of another list behind a login. */
const behind = (login: typeof chooseUser, name: string): Mutant<KycPolicies> => {
  const mutant = known.find(candidate => candidate.name === name)
  if (mutant === undefined) throw new Error(`no mutant is called ${name}`)
  return { ...mutant, ...login, name: `behind a login: ${name}` }
}

/** Faults of the consent page that show only to users who are logged in. */
export const behindLoginMutants: readonly Mutant<KycPolicies>[] = [
  behind(chooseUser, 'the requester is shown by its number'),
  behind(chooseUser, 'permissions are listed by their identifiers'),
  behind(askForPassword, 'the page cannot do without metadata'),
  behind(askForPassword, 'the name of the requester is written unescaped'),
  behind(chooseUser, 'the state is shown for the support'),
  behind(askForPassword, 'any site may frame the page'),
  behind(askForPassword, 'a refresh of the page grants'),
  {
    name: 'to log in is to agree',
    breaks: 'CONSENT-04',
    story: 'The login page states its purpose in small print, which saves a page.',
    ...chooseUser,
    policies: {
      show: async visit => {
        const { permissions: granted, user, requester } = visit.grantRequest
        const decision = { granted, denied: [], user, requester, time: 0 }
        const members = kycPolicies.membersOf(visit.grantRequest, decision)
        return visit.reply.redirect(kycPolicies.withMembers(visit.grantRequest.callbackUrl, members), 303)
      },
    },
  },
]
