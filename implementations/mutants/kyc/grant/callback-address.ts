import { callbackFault } from '../../../../protocol/callback-address.ts'
import type { GrantQuery, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { callbackIsValid, grantRules, parametersAreSingle } from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { refuseWith } from './parameter-rules.ts'

/** Checks one of several callback addresses, but uses another. */
const useOther = (checked: 0 | -1, used: 0 | -1): Partial<KycPolicies> => {
  const withOnly = (subject: GrantQuery, which: 0 | -1): GrantQuery => {
    const query = new URLSearchParams(subject.query)
    query.set('callback_url', subject.query.getAll('callback_url').at(which) ?? '')
    return { ...subject, query }
  }
  return {
    grantRules: grantRules
      .filter(rule => rule !== parametersAreSingle)
      .map(rule => (subject: GrantQuery) => rule(withOnly(subject, checked))),
    newRequest: subject => kycPolicies.newRequest(withOnly(subject, used)),
  }
}

/** Faults in which callback addresses are accepted (GRANT-04, GRANT-09). */
export const callbackAddressMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a callback address is HTTPS when it begins with https',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-09'],
    story: "address.startsWith('https').",
    policies: { callbackFault: address => (address.startsWith('https') ? undefined : 'it is not HTTPS') },
  },
  {
    name: 'http is taken as well',
    breaks: 'GRANT-04',
    story: 'The condition was loosened for a demo, and never tightened again.',
    policies: {
      callbackFault: (address, environment) => callbackFault(address.replace(/^http:/i, 'https:'), environment),
    },
  },
  {
    name: 'an address without a scheme is completed',
    breaks: 'GRANT-04',
    story: 'People paste shop.example/back into the settings, so https:// is added.',
    policies: {
      callbackFault: (address, environment) =>
        callbackFault(/^[a-z]+:/i.test(address) ? address : `https://${address.replace(/^\/+/, '')}`, environment),
    },
  },
  {
    name: 'without a state any callback address is taken',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-02'],
    story: 'State came with the second version, and so did the check of the address.',
    policies: {
      grantRules: replace(grantRules, callbackIsValid, subject =>
        subject.query.has('state') ? callbackIsValid(subject) : undefined,
      ),
    },
  },
  {
    name: 'the first callback address is checked, and the last one used',
    breaks: 'GRANT-04',
    story: 'The firewall checks the first of two equal parameters, and the framework keeps the last.',
    policies: useOther(0, -1),
  },
  {
    name: 'the last callback address is checked, and the first one used',
    breaks: 'GRANT-04',
    story: 'Object.fromEntries(query) is checked, and query.get(…) is stored.',
    policies: useOther(-1, 0),
  },
  {
    name: 'a refused callback address is an invalid grant',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-09', 'ERR-02'],
    story: 'One helper refuses every parameter, with one code.',
    policies: {
      grantRules: replace(grantRules, callbackIsValid, refuseWith(callbackIsValid, { code: 'INVALID_GRANT' })),
    },
  },
  {
    name: 'an address is what the parser makes of it',
    breaks: 'GRANT-09',
    story: "new URL(address).protocol === 'https:', and the parser forgives blanks, tabs and backslashes.",
    policies: { callbackFault: address => (URL.parse(address)?.protocol === 'https:' ? undefined : 'it is not HTTPS') },
  },
]
