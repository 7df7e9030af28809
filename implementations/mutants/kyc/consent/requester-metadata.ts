import { isObject, type JsonObject, parseStrict } from '../../../../protocol/json/json.ts'
import { keyOfDocument } from '../../../../reference/every-role/metadata/peer-key.ts'
import type { KycPolicies, KycProvider } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { fetchDocument } from '../../../../reference/service/guarded-client.ts'
import type { Mutant } from '../../mutant.ts'
import { metadataAddress } from '../support/consent.ts'

// A planted fault needs no bug report.
const silentPorts = { reportBug: () => {} }

/** Calls `read` with the address of the metadata before the page is made. */
const readMetadataFirst =
  (read: (address: string) => Promise<unknown>): KycPolicies['requesterOf'] =>
  async (ocid, provider) => {
    await read(metadataAddress(ocid, provider))
    return kycPolicies.requesterOf(ocid, provider)
  }

/** Calls `read` with metadata whose signature verified, before the page is made. */
const readVerified =
  (read: (document: JsonObject) => void): KycPolicies['requesterOf'] =>
  async (ocid, provider) => {
    const text = await fetchDocument(provider.ports, metadataAddress(ocid, provider)).catch(() => '')
    if (isVerified(text, provider)) read(parseStrict(text) as JsonObject)
    return kycPolicies.requesterOf(ocid, provider)
  }

const isVerified = (text: string, { profile }: KycProvider): boolean => {
  try {
    return keyOfDocument(text, profile) !== undefined
  } catch {
    return false
  }
}

/** Faults in how a provider copes with a requester's metadata (CONSENT-07). */
export const requesterMetadataMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the page cannot do without metadata',
    breaks: 'CONSENT-07',
    story: 'await fetch(address).then(answer => answer.json()), and no catch.',
    policies: {
      requesterOf: async (ocid, provider) => {
        const document = parseStrict(await fetchDocument(provider.ports, metadataAddress(ocid, provider)))
        if (!isObject(document) || typeof document.name !== 'string') throw new TypeError('name is not a string')
        return kycPolicies.requesterOf(ocid, provider)
      },
    },
    ports: silentPorts,
  },
  {
    name: 'a requester that verifies has to have a name',
    breaks: 'CONSENT-07',
    story: 'Signed metadata is trusted to be well formed.',
    policies: {
      requesterOf: readVerified(({ name }) => {
        if (typeof name !== 'string') throw new TypeError('name.trim is not a function')
      }),
    },
    ports: silentPorts,
  },
  {
    name: 'an icon that is not an address ends in a 500',
    breaks: 'CONSENT-07',
    story: 'new URL(icon).origin, for the content security policy.',
    policies: {
      requesterOf: readVerified(({ icon }) => {
        if (typeof icon === 'string') new URL(icon)
      }),
    },
    ports: silentPorts,
  },
  {
    name: 'the metadata is read to its end',
    breaks: 'CONSENT-07',
    story: 'Invalid JSON was considered; an endless document fails, and the page with it.',
    policies: { requesterOf: readMetadataFirst(address => fetch(address).then(answer => answer.text())) },
    ports: silentPorts,
  },
  {
    name: 'the metadata is waited for',
    breaks: 'CONSENT-07',
    story: 'Every error is caught, but silence is not an error.',
    policies: {
      requesterOf: readMetadataFirst(address =>
        fetch(address)
          .then(answer => answer.text())
          .catch(() => ''),
      ),
    },
  },
]
