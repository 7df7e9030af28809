import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import {
  grantRules,
  userIsComplete,
  userIsKnown,
  userIsOcid,
  valueIn,
} from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { addMember, changeMembers, outcomeOf } from '../support/consent.ts'

/** Faults in parameters that are missing, empty, or falsy-looking. */
export const kycAbsenceMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'without a state a partial decision has an empty one',
    kind: 'absences',
    breaks: 'CALLBACK-04',
    story: 'Three branches build the callback; the latest joins the values that it has.',
    policies: addMember(
      ['state', ''],
      members => outcomeOf(members) === 'partial' && members.every(([name]) => name !== 'state'),
    ),
  },
  {
    name: 'a blank state counts as absent',
    kind: 'absences',
    breaks: 'CALLBACK-04',
    story: 'isBlank(state) ? null : state.',
    policies: changeMembers(members => members.filter(([name, value]) => name !== 'state' || value.trim() !== '')),
  },
  {
    name: 'the user zero is not named',
    kind: 'absences',
    breaks: 'CALLBACK-01',
    story: 'if (user) query.set("user_ocid", user).',
    policies: {
      grantRules: replace(without(grantRules, userIsKnown, userIsComplete), userIsOcid, grantQuery =>
        valueIn(grantQuery.query, 'user_ocid') === '0' ? undefined : userIsOcid(grantQuery),
      ),
      ...changeMembers(members => members.filter(([name, value]) => name !== 'user_ocid' || value !== '0')),
    },
  },
  {
    name: 'a callback address whose query is empty gets two question marks',
    kind: 'absences',
    breaks: 'CALLBACK-06',
    story: "url.search ? '&' : '?', and the search of an empty query is empty.",
    policies: {
      withMembers: (address, members) =>
        address.endsWith('?')
          ? address + kycPolicies.withMembers('', members)
          : kycPolicies.withMembers(address, members),
    },
  },
  {
    name: 'members of the callback address without a value are dropped',
    kind: 'absences',
    breaks: 'CALLBACK-06',
    story: 'The query is split into pairs, and a part that is not a pair is skipped.',
    policies: {
      withMembers: (address, members) =>
        kycPolicies.withMembers(address.replaceAll(/(?<=[?&])[^=&#]+(?:&|$)/g, ''), members),
    },
  },
]
