import { callbackFault } from '../../../../protocol/callback-address.ts'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { callbackIsPlain, grantRules } from '../../../../reference/kyc/grant/parameters.ts'
import { without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Refuses an address for which `isLocal` returns true, and any that is refused in the test environment. */
const refuseIf =
  (isLocal: (url: URL, address: string) => boolean): KycPolicies['callbackFault'] =>
  address => {
    const fault = callbackFault(address, 'test')
    if (fault !== undefined) return fault
    return isLocal(new URL(address), address) ? 'localhost is not allowed in production' : undefined
  }

/** Faults in the rule for localhost in production (GRANT-05, GRANT-09). */
export const grantProductionMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'localhost is compared as it is written',
    breaks: 'GRANT-05',
    alsoBreaks: ['GRANT-09'],
    story: 'The name is compared in lower case, as everyone writes it.',
    policies: { callbackFault: refuseIf((_url, address) => /^https:\/\/localhost[:/]/.test(address)) },
    environment: 'production',
  },
  {
    name: 'localhost is a host only before a port or a path',
    breaks: 'GRANT-05',
    alsoBreaks: ['GRANT-09'],
    story: 'The expression expects a colon or a slash after the name.',
    policies: { callbackFault: refuseIf((_url, address) => /^https:\/\/localhost[:/]/i.test(address)) },
    environment: 'production',
  },
  {
    name: 'localhost is a host only before a port, a path or a query',
    breaks: 'GRANT-05',
    alsoBreaks: ['GRANT-09'],
    story: 'The expression lists the characters that may follow a host, but not the one of a fragment.',
    policies: {
      callbackFault: refuseIf((_url, address) => /^https:\/\/(?:[^/@]*@)?localhost(?:[:/?]|$)/i.test(address)),
    },
    environment: 'production',
  },
  {
    name: 'localhost behind user info is another host',
    breaks: 'GRANT-05',
    alsoBreaks: ['GRANT-09'],
    story: 'The expression expects the name right after the scheme.',
    policies: {
      grantRules: without(grantRules, callbackIsPlain),
      callbackFault: refuseIf((_url, address) => /^https:\/\/localhost(?![\w.-])/i.test(address)),
    },
    environment: 'production',
  },
  {
    name: 'localhost with a port is another host',
    breaks: 'GRANT-05',
    alsoBreaks: ['GRANT-09'],
    story: "url.host === 'localhost', and host includes the port.",
    policies: { callbackFault: refuseIf(({ host }) => host === 'localhost') },
    environment: 'production',
  },
  {
    name: 'the environment is not looked at',
    breaks: 'GRANT-05',
    story: 'NODE_ENV was not set on the new machines.',
    policies: { callbackFault: address => callbackFault(address, 'test') },
    environment: 'production',
  },
  {
    name: 'localhost has one name and one number',
    breaks: 'GRANT-09',
    story: "['localhost', '127.0.0.1'].includes(url.hostname).",
    policies: { callbackFault: refuseIf(({ hostname }) => ['localhost', '127.0.0.1'].includes(hostname)) },
    environment: 'production',
  },
]
