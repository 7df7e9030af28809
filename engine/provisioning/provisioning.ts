import { callbackAddress } from '../../harness/counterpart.ts'
import { fromMinorUnits } from '../../protocol/amount.ts'
import { joinPath } from '../../protocol/base-url.ts'
import { exponentOf } from '../../protocol/currency.ts'
import { entryOf } from '../../protocol/json/any-json.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Account, Caller, Provisioning, RegisteredMerchant } from '../../schemas/messages.ts'
import { identityPlans } from './identities.ts'

/** The public side of an identity that the counterpart plays. */
type Player = { ocid: number; name: string; key: { publicKey: string } }

/** The data from which provisioning.json is written. */
export type ProvisioningPlan = {
  target: { role: Role; baseUrl?: string; ocid: number }
  /** The address at which the target reaches the counterpart. */
  publicUrl: string
  identities: Readonly<Record<string, Player>>
  /** The OCIDs of the accounts, by account id. */
  accounts: Readonly<Record<string, number>>
  currency: string
  secondCurrency?: string
  /** The callback address of the config. */
  callbackUrl?: string
}

/** Returns provisioning.json: what the operator of a target registers before a run. It holds public keys only. */
export const provisioningOf = (plan: ProvisioningPlan): Provisioning => ({
  version: 1,
  target: plan.target,
  registry: {
    url: joinPath(plan.publicUrl, '/registry.json'),
    entries: Object.fromEntries(
      Object.values(plan.identities).map(({ ocid }) => [String(ocid), metadataAddress(plan, ocid)]),
    ),
  },
  callers: callersOf(plan),
  ...sections[plan.target.role](plan),
})

const baseOf = ({ publicUrl }: ProvisioningPlan, ocid: number) => joinPath(publicUrl, `/${ocid}`)

const metadataAddress = (plan: ProvisioningPlan, ocid: number) => joinPath(baseOf(plan, ocid), '/metadata.json')

const callersOf = (plan: ProvisioningPlan): Caller[] =>
  Object.entries(plan.identities)
    .filter(([id]) => identityPlans[plan.target.role][id]?.calls)
    .map(([, { ocid, name, key }]) => ({ ocid, name, publicKey: key.publicKey, metadata: metadataAddress(plan, ocid) }))

/** Returns the OCIDs of the named identities that the counterpart plays. */
const ocidsOf = ({ identities }: ProvisioningPlan, ...ids: string[]): number[] =>
  ids.flatMap(id => identities[id]?.ocid ?? [])

const sections: Record<Role, (plan: ProvisioningPlan) => Partial<Provisioning>> = {
  gateway: plan => ({
    gateway: {
      merchants: ['merchant', 'merchant2'].flatMap(id => registration(plan, id)),
      accounts: accountsIn(plan),
      settlementProviders: ocidsOf(plan, 'settlementProvider'),
    },
  }),
  merchant: plan => ({
    merchant: { issuers: ocidsOf(plan, 'gateway', 'unreliable', 'rotating'), callers: ocidsOf(plan, 'app') },
  }),
  kyc: plan => ({
    kyc: {
      requesters: ocidsOf(plan, 'requester', 'unreliable'),
      users: ocidsOf(plan, 'user'),
      incompleteUsers: ocidsOf(plan, 'user2'),
      callbackUrls: [
        ...(plan.callbackUrl === undefined ? [] : [plan.callbackUrl]),
        ...ocidsOf(plan, 'requester').map(ocid => callbackAddress(plan.publicUrl, ocid)),
      ],
    },
  }),
}

const registration = (plan: ProvisioningPlan, id: string): RegisteredMerchant[] => {
  const merchant = plan.identities[id]
  if (merchant === undefined) return []
  const { ocid, name, key } = merchant
  return [{ ocid, name, publicKey: key.publicKey, endpoint: baseOf(plan, ocid) }]
}

/**
 * Returns the minor units in a unit that people count in: a whole unit, but at least a hundred minor units, since a single yen buys
 * nothing.
 */
export const countedUnit = (currency: string): bigint => 10n ** BigInt(Math.max(exponentOf(currency) ?? 0, 2))

/** How many of these units an account starts with; other accounts start empty. */
const openingUnits: Readonly<Record<string, bigint>> = { treasury: 1000n, foreign: 50n }

/** Owners with a second account, in the second currency. */
const inBothCurrencies = ['treasury', 'purse1']

const accountsIn = (plan: ProvisioningPlan): Account[] => {
  const { accounts, currency, secondCurrency } = plan
  const first = Object.keys(accounts).flatMap(id => account(plan, { id, owner: id, currency }))
  if (secondCurrency === undefined) return first
  const second = inBothCurrencies.map(owner => ({ id: `${owner}-${secondCurrency}`, owner, currency: secondCurrency }))
  return [...first, ...second.flatMap(each => account(plan, each))]
}

const account = (
  plan: ProvisioningPlan,
  { id, owner, currency }: { id: string; owner: string; currency: string },
): Account[] => {
  const ocid = plan.accounts[owner]
  if (ocid === undefined) return []
  const units = (entryOf(openingUnits, owner) ?? 0n) * countedUnit(currency)
  const isTill = owner.startsWith('till')
  return [
    {
      id,
      ocid,
      currency,
      balance: fromMinorUnits(units, currency),
      debitableBy: owner === 'foreign' ? [] : [ocid],
      ...(isTill ? { webhook: baseOf(plan, ocid) } : {}),
    },
  ]
}
