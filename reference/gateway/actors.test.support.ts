import type { JsonObject } from '../../protocol/json/json.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import type { Send } from '../service/ports.ts'
import type { PartialProvisioning } from '../service/provisioning.ts'

export const keyOf = (ocid: number): PrivateKey => new PrivateKey(String(ocid).padStart(64, '0'))

/** The participants by OCID; `unassigned` is in no registry. */
export const actors = {
  gateway: 1001,
  merchant: 2001,
  merchant2: 2002,
  stranger: 2003,
  partner: 3001,
  purse: 3011,
  foreign: 3009,
  app: 3021,
  provider: 5001,
  unassigned: 2999,
} as const

export const keys = Object.fromEntries(Object.values(actors).map(ocid => [ocid, keyOf(ocid)])) as Record<
  number,
  PrivateKey
>

export const publicKeyOf = (ocid: number): string => keys[ocid]?.publicKey ?? ''

export const sign = (payload: object, ocid: number): string =>
  signPayload(payload as JsonObject, keys[ocid] ?? keyOf(1), referenceProfile)

const site = 'http://127.0.0.1:4900'

const merchantAt = (ocid: number, name: string) => ({
  ocid,
  name,
  publicKey: publicKeyOf(ocid),
  endpoint: `${site}/${ocid}`,
})

const accountAt = (ocid: number, balance: string, more: object = {}) => ({
  id: String(ocid),
  ocid,
  currency: 'USD',
  balance,
  debitableBy: [ocid],
  ...more,
})

const callerAt = (ocid: number) => ({ ocid, publicKey: publicKeyOf(ocid), metadata: `${site}/${ocid}/metadata.json` })

export const provisioning: PartialProvisioning = {
  registry: {
    url: `${site}/registry.json`,
    entries: Object.fromEntries(
      [actors.merchant, actors.merchant2, actors.stranger, actors.partner, actors.provider].map(ocid => [
        String(ocid),
        `${site}/${ocid}/metadata.json`,
      ]),
    ),
  },
  callers: [actors.partner, actors.purse, actors.app].map(callerAt),
  gateway: {
    merchants: [merchantAt(actors.merchant, 'Corner <Shop>'), merchantAt(actors.merchant2, 'Second Shop')],
    accounts: [
      accountAt(actors.partner, '1000.00'),
      { ...accountAt(actors.partner, '5.000'), id: 'dinar', currency: 'KWD' },
      accountAt(actors.purse, '0.00'),
      accountAt(actors.foreign, '50.00', { debitableBy: [] }),
      accountAt(actors.merchant, '0.00', { webhook: `${site}/${actors.merchant}` }),
    ],
    settlementProviders: [actors.provider],
  },
}

const publishes = (ocid: number, name = 'Someone'): string => {
  const identity = { name, config: { endpoint: `${site}/${ocid}`, capabilities: [] } }
  return JSON.stringify(metadataDocument(identity, keys[ocid] ?? keyOf(1), referenceProfile))
}

// merchant2 publishes a different key than the one that is registered.
const published: Record<string, string> = {
  [`${site}/${actors.merchant2}/metadata.json`]: publishes(actors.app),
  [`${site}/${actors.stranger}/metadata.json`]: publishes(actors.stranger),
  [`${site}/${actors.provider}/metadata.json`]: publishes(actors.provider),
}

/** Answers documents and accepts notifications. */
export const friendlySend: Send = async ({ url, method }) => {
  const text = published[url]
  if (method === 'POST') return { status: 200, text: '' }
  return text === undefined ? { status: 404, text: '' } : { status: 200, text }
}
