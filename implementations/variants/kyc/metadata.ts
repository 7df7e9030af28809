import type { Profile } from '../../../protocol/profile.ts'
import type { PrivateKey } from '../../../protocol/signature/keys.ts'
import type { KycPolicies, KycProvider, Requester } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { hasOwnVersion, ownVersion } from '../support/version-member.ts'
import type { Variant } from '../variant.ts'

type Identity = Parameters<KycPolicies['metadata']>[0]

/** Changes the identity that the metadata describes. */
const changeIdentity = (change: (identity: Identity) => Identity): Pick<KycPolicies, 'metadata'> => ({
  metadata: (identity: Identity, key: PrivateKey, profile: Profile) =>
    kycPolicies.metadata(change(identity), key, profile),
})

/** Remembers the first metadata of each requester. */
const rememberRequesters = (): KycPolicies['requesterOf'] => {
  const known = new WeakMap<KycProvider, Map<number, Promise<Requester>>>()
  return (ocid, provider) => {
    const requesters = known.get(provider) ?? new Map<number, Promise<Requester>>()
    const found = requesters.get(ocid) ?? kycPolicies.requesterOf(ocid, provider)
    known.set(provider, requesters.set(ocid, found))
    return found
  }
}

/** Caches the metadata of each requester for some milliseconds. */
const keepRequesters = (ms: number): KycPolicies['requesterOf'] => {
  const known = new WeakMap<KycProvider, Map<number, { requester: Promise<Requester>; until: number }>>()
  return (ocid, provider) => {
    const requesters = known.get(provider) ?? new Map<number, { requester: Promise<Requester>; until: number }>()
    known.set(provider, requesters)
    const found = requesters.get(ocid)
    if (found !== undefined && performance.now() < found.until) return found.requester
    const requester = kycPolicies.requesterOf(ocid, provider)
    requesters.set(ocid, { requester, until: performance.now() + ms })
    return requester
  }
}

/** Shows the last metadata of each requester, and reads it again for the next page. */
const readBehindThePage = (): KycPolicies['requesterOf'] => {
  const known = new WeakMap<KycProvider, Map<number, Promise<Requester>>>()
  return (ocid, provider) => {
    const requesters = known.get(provider) ?? new Map<number, Promise<Requester>>()
    const next = kycPolicies.requesterOf(ocid, provider)
    const shown = requesters.get(ocid) ?? next
    known.set(provider, requesters.set(ocid, next))
    return shown
  }
}

/** Optional contents of a metadata document, and how long a requester's is cached. */
export const metadataVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'the metadata says no more than it has to',
    story: 'Optional members are optional.',
    policies: changeIdentity(({ name, config }) => ({ name, config })),
  },
  {
    name: 'the metadata says more than it has to',
    story: 'It has members of later versions, and capabilities that the document lists without showing them.',
    policies: {
      metadata: (identity, key, profile) => {
        const capabilities = [...identity.config.capabilities, 'kyc.validate', 'kyc.data', 'kyc.revoke']
        const config = { ...identity.config, capabilities, regions: ['EU'], limits: { requests: 100 } }
        const whole = { ...identity, icon: 'https://kyc.example/icon.png', contact: 'mailto:help@kyc.example', config }
        return { ...kycPolicies.metadata(whole, key, profile), languages: ['en', 'de'], support: { hours: '9-17' } }
      },
    },
  },
  {
    name: 'the endpoint ends in a slash',
    story: 'Some companies write base URLs like that.',
    policies: changeIdentity(({ config, ...identity }) => ({
      ...identity,
      config: { ...config, endpoint: `${config.endpoint}/` },
    })),
  },
  {
    name: 'what requesters say of themselves is remembered',
    story: 'Names do not change within a day.',
    blocks: { 'CONSENT-07': 'It reads the metadata of a requester once, and meets no other.' },
    policies: { requesterOf: rememberRequesters() },
  },
  {
    name: 'what requesters say of themselves is kept for half a second',
    story: 'A cache keeps the pages fast.',
    policies: { requesterOf: keepRequesters(500) },
  },
  {
    name: 'what requesters say of themselves is shown one page later',
    story: 'The page does not wait: it shows cached metadata, which is refreshed in the background.',
    mayBlock: { 'CONSENT-07': 'The page is there before the metadata is read.' },
    policies: { requesterOf: readBehindThePage() },
  },
  {
    name: 'requesters without the version under its own name are not shown',
    story: 'The schema of the company requires the name that the wire format section gives.',
    profile: ownVersion,
    isDiscovered: true,
    policies: {
      requesterOf: async (ocid, provider) =>
        (await hasOwnVersion(ocid, provider)) ? kycPolicies.requesterOf(ocid, provider) : { ocid },
    },
  },
]
