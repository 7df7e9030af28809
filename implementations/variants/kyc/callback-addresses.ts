import { callbackFault } from '../../../protocol/callback-address.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { callbackIsPlain, grantRules } from '../../../reference/kyc/grant/parameters.ts'
import { without } from '../../support/changes.ts'
import type { Variant } from '../variant.ts'

const checkRegistration = (address: string, listed: (url: URL) => boolean): string | undefined =>
  callbackFault(address, 'test') ?? (listed(new URL(address)) ? undefined : 'it is not registered')

/** The counterpart of the self-test is on loopback, which these variants refuse. */
const withoutListener = { 'CALLBACK-11': 'It accepts no callback address at which the counterpart listens.' }

/** Other rules for callback addresses ("GET /kyc/grant/{ocid}"). */
export const callbackAddressVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'callback addresses are registered',
    story: 'Each requester registered some, as PROVISIONING.md lists them.',
    policies: {
      callbackFault: address =>
        checkRegistration(address, ({ href }) =>
          /^https:\/\/(?:requester\.example|127\.0\.0\.1:\d+\/7001)\/callback$/.test(href),
        ),
    },
  },
  {
    name: 'callback addresses belong to a registered host',
    story: 'Each requester registered its host.',
    blocks: withoutListener,
    policies: { callbackFault: address => checkRegistration(address, url => url.host === 'requester.example') },
  },
  {
    name: 'callback addresses have no query',
    story: 'Requesters put the data that they need returned into state.',
    policies: {
      callbackFault: (address, environment) =>
        callbackFault(address, environment) ?? (address.includes('?') ? 'it has a query' : undefined),
    },
  },
  {
    name: 'localhost is refused everywhere',
    story: 'One rule serves test and production.',
    blocks: withoutListener,
    policies: { callbackFault: address => callbackFault(address, 'production') },
  },
  {
    name: 'localhost may use http in test',
    story: 'Developers have no certificates.',
    policies: {
      callbackFault: (address, environment) =>
        environment === 'test' && /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(address)
          ? undefined
          : callbackFault(address, environment),
    },
  },
  {
    name: 'user info and members of the decision may stand in a callback address',
    story: 'It is a valid HTTPS URL.',
    policies: { grantRules: without(grantRules, callbackIsPlain) },
  },
  {
    name: 'in production, as in test',
    story: 'It runs the same software.',
    environment: 'production',
  },
  {
    name: 'in production no private address is taken either',
    story: 'No requester has a callback at 10.0.0.1.',
    policies: {
      callbackFault: (address, environment) =>
        callbackFault(address, environment) ??
        (/^https:\/\/[\d.[\]:a-f]+(?::\d+)?(?:\/|$)/i.test(address) ? 'it has no name' : undefined),
    },
    environment: 'production',
  },
]
