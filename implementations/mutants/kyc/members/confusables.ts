import { permissions } from '../../../../protocol/states.ts'
import type { KycPolicies, KycProvider } from '../../../../reference/kyc/contract.ts'
import { grantRules, grantsAreKnown, requesterIsKnown, valueIn } from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Interns texts: keeps the first of those that a change makes equal. */
const keepFirst = (change: (text: string) => string): ((text: string, provider: KycProvider) => string) => {
  const kept = new WeakMap<KycProvider, Map<string, string>>()
  return (text, provider) => {
    const texts = kept.get(provider) ?? new Map<string, string>()
    kept.set(provider, texts)
    const key = change(text)
    const first = texts.get(key) ?? text
    texts.set(key, first)
    return first
  }
}

/** Stores the states of all requests in a separate table. */
const keepStatesBy = (change: (state: string) => string): Pick<KycPolicies, 'newRequest'> => {
  const keep = keepFirst(change)
  return {
    newRequest: grantQuery => {
      const request = kycPolicies.newRequest(grantQuery)
      return { ...request, state: request.state === null ? null : keep(request.state, grantQuery.provider) }
    },
  }
}

const permissionsThatBegin = (text: string) =>
  text === '' ? [] : permissions.filter(permission => permission.startsWith(text))

/** Shows the first icon read for every requester that has one. */
const oneIcon = (): Pick<KycPolicies, 'requesterOf'> => {
  const keep = keepFirst(() => 'icon')
  return {
    requesterOf: async (ocid, provider) => {
      const { icon, ...requester } = await kycPolicies.requesterOf(ocid, provider)
      return icon === undefined ? requester : { ...requester, icon: keep(icon, provider) }
    },
  }
}

/** Faults in which values a provider considers equal or different. */
export const kycConfusableMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'states are the same in capitals and small letters',
    kind: 'confusables',
    breaks: 'CALLBACK-04',
    story: 'States are rows of a separate table, whose collation ends in _ci.',
    policies: keepStatesBy(state => state.toLowerCase()),
  },
  {
    name: 'states are the same without the blanks at their ends',
    kind: 'confusables',
    breaks: 'CALLBACK-04',
    story: 'States are rows of a separate table, whose collation pads with blanks.',
    policies: keepStatesBy(state => state.trimEnd()),
  },
  {
    name: 'states are the same in any normal form',
    kind: 'confusables',
    breaks: 'CALLBACK-04',
    story: 'States are rows of a separate table, whose collation compares by normal form.',
    policies: keepStatesBy(state => state.normalize('NFC')),
  },
  {
    name: 'states are the same if they are the same number',
    kind: 'confusables',
    breaks: 'CALLBACK-04',
    story: 'States are keys of an array, where a text of digits becomes a number.',
    policies: keepStatesBy(state => (/^[0-9.]+$/.test(state) ? String(Number(state)) : state)),
  },
  {
    name: 'permissions are found by their beginning',
    kind: 'confusables',
    breaks: 'CALLBACK-05',
    story: 'known.find(each => each.startsWith(name)), so that short forms work.',
    policies: {
      grantRules: replace(grantRules, grantsAreKnown, grantQuery => {
        const list = valueIn(grantQuery.query, 'grants').split(',')
        return list.every(text => permissionsThatBegin(text).length > 0) ? undefined : grantsAreKnown(grantQuery)
      }),
      permissionsOf: grants => [...new Set(grants.split(',').flatMap(permissionsThatBegin))],
    },
  },
  {
    name: 'the metadata of a requester is found by the beginning of its number',
    kind: 'confusables',
    breaks: 'CONSENT-01',
    story: 'The registry is searched for names that begin with the number, and the first is used.',
    policies: {
      grantRules: without(grantRules, requesterIsKnown),
      requesterOf: async (ocid, provider) => {
        const known = [...provider.directory.metadataAddresses.keys()].toSorted((a, b) => b - a)
        const first = known.find(one => String(ocid).startsWith(String(one)))
        return { ...(await kycPolicies.requesterOf(first ?? ocid, provider)), ocid }
      },
    },
  },
  {
    name: 'the metadata of a requester is found by its first digits',
    kind: 'confusables',
    breaks: 'CONSENT-01',
    story: 'The registry is searched as for suggestions, and the first is used.',
    policies: {
      grantRules: without(grantRules, requesterIsKnown),
      requesterOf: async (ocid, provider) => {
        const known = [...provider.directory.metadataAddresses.keys()]
        const first = known.find(one => String(one).startsWith(String(ocid)))
        return { ...(await kycPolicies.requesterOf(first ?? ocid, provider)), ocid }
      },
    },
  },
  {
    name: 'one icon is kept for all requesters',
    kind: 'confusables',
    breaks: 'CONSENT-01',
    story: 'Icons are stored by file name, and each is called icon.',
    policies: oneIcon(),
  },
]
