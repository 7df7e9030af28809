import type { CallbackMember, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { GrantRequest } from '../../../../reference/kyc/records.ts'
import type { Mutant } from '../../mutant.ts'
import { outcomeOf } from '../support/consent.ts'

type Members = readonly CallbackMember[]

/** Changes the members of the callbacks that `isMeant` selects. */
const changeWhere = (
  isMeant: (grantRequest: GrantRequest, outcome: string | undefined) => boolean,
  change: (members: Members) => Members,
): Pick<KycPolicies, 'membersOf'> => ({
  membersOf: (grantRequest, decision) => {
    const members = kycPolicies.membersOf(grantRequest, decision)
    return isMeant(grantRequest, outcomeOf(members)) ? change(members) : members
  },
})

/** Replaces the status. */
const say =
  (status: string) =>
  (members: Members): Members =>
    members.map(member => (member[0] === 'status' ? ['status', status] : member))

const hasPort = ({ callbackUrl }: GrantRequest): boolean => URL.parse(callbackUrl)?.port !== ''

/** Faults that only some combinations of request and decision reveal (CALLBACK-01 to CALLBACK-04). */
export const callbackCombinationMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'everything granted is partial at an address with a port',
    breaks: 'CALLBACK-01',
    alsoBreaks: ['CALLBACK-06'],
    kind: 'ends',
    story: 'Addresses with a port belong to the sandbox, which lacks the liveness check.',
    policies: changeWhere((asked, outcome) => hasPort(asked) && outcome === 'granted', say('partial')),
  },
  {
    name: 'what was granted in part is granted where no state was given',
    breaks: 'CALLBACK-02',
    kind: 'ends',
    story: 'The branch without a state was written before partial grants existed.',
    policies: changeWhere(
      ({ state }, outcome) => state === null && outcome === 'partial',
      members => say('granted')(members).filter(([name]) => name !== 'denied'),
    ),
  },
  {
    name: 'a denial is granted at an address with a fragment',
    breaks: 'CALLBACK-03',
    kind: 'ends',
    story: 'The part after the fragment is rebuilt by a function with a default.',
    policies: changeWhere(
      ({ callbackUrl }, outcome) => callbackUrl.includes('#') && outcome === 'denied',
      say('granted'),
    ),
  },
  {
    name: 'the state of a denial is lost at an address with a path',
    breaks: 'CALLBACK-04',
    kind: 'ends',
    story: 'The address is matched without its path, and denials are sent to the match.',
    policies: changeWhere(
      ({ callbackUrl }, outcome) => callbackUrl.includes('/shop/') && outcome === 'denied',
      members => members.filter(([name]) => name !== 'state'),
    ),
  },
]
