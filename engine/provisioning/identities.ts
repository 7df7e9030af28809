import type { AbsentOcids } from '../../harness/run-context.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Config } from '../../schemas/messages.ts'

/** One identity that the counterpart plays toward a target. */
export type IdentityPlan = {
  /** Its OCID unless another was assigned. */
  ocid: number
  /** Display name in its metadata document, and in the registration by an operator. */
  name: string
  /** Describes its role toward the target. */
  is: string
  /** It signs requests to the target, so the target must know its key. */
  calls: boolean
  /** A person, not a service: it signs nothing, so a config may omit its key. */
  isPerson?: true
}

const purse = (number: number): IdentityPlan => ({
  ocid: 3010 + number,
  name: `Conformance Purse ${number}`,
  is: 'a partner with its own account',
  calls: true,
})

/** The identities that the counterpart plays toward each role. */
export const identityPlans: Readonly<Record<Role, Readonly<Record<string, IdentityPlan>>>> = {
  gateway: {
    merchant: { ocid: 2001, name: 'Conformance Merchant', is: 'a registered merchant with a webhook', calls: true },
    merchant2: {
      ocid: 2002,
      name: 'Conformance Merchant Two',
      is: 'a registered merchant with a webhook; its metadata publishes a different key than the one registered',
      calls: true,
    },
    stranger: { ocid: 2003, name: 'Conformance Stranger', is: 'in the registry only', calls: false },
    partner: { ocid: 3001, name: 'Conformance Partner', is: 'a partner who owns the treasury', calls: true },
    purse1: purse(1),
    purse2: purse(2),
    purse3: purse(3),
    purse4: purse(4),
    app: { ocid: 6001, name: 'Conformance App', is: 'a payment app: no account, no merchant', calls: true },
    settlementProvider: {
      ocid: 5001,
      name: 'Conformance Settlement Provider',
      is: 'a settlement provider whose proofs are accepted',
      calls: true,
    },
  },
  merchant: {
    gateway: { ocid: 4001, name: 'Conformance Gateway', is: 'an accepted issuer', calls: true },
    gateway2: {
      ocid: 4002,
      name: 'Conformance Gateway Two',
      is: 'in the registry, not an accepted issuer',
      calls: true,
    },
    unreliable: {
      ocid: 4003,
      name: 'Conformance Unreliable Gateway',
      is: 'an accepted issuer; its metadata publishes a different key than the one registered, and misbehaves when a check says so',
      calls: true,
    },
    rotating: {
      ocid: 4004,
      name: 'Conformance Rotating Gateway',
      is: 'an accepted issuer that changes its key',
      calls: true,
    },
    app: { ocid: 6001, name: 'Conformance App', is: 'a payment app that creates orders', calls: true },
  },
  kyc: {
    requester: { ocid: 7001, name: 'Conformance Requester', is: 'a requester with a name and an icon', calls: false },
    unreliable: {
      ocid: 7003,
      name: 'Conformance Unreliable Requester',
      is: 'a requester whose metadata misbehaves when a check says so',
      calls: false,
    },
    user: { ocid: 8001, name: 'Conformance User', is: 'a user whose KYC is complete', calls: false, isPerson: true },
    user2: {
      ocid: 8002,
      name: 'Conformance User Two',
      is: 'a user whose KYC is not complete',
      calls: false,
      isPerson: true,
    },
  },
}

/** OCIDs that no identity has and no registry lists; the config can name others. */
export const absentOcids: AbsentOcids = { participant: 2999, requester: 7999, user: 8999 }

/** Returns the absent OCIDs: those that a config names, and the defaults of the others. */
export const absentOcidsOf = ({ absent }: Pick<Config, 'absent'>): AbsentOcids => ({ ...absentOcids, ...absent })

/** Returns the absent OCIDs that checks of a role use, by the name in the config. */
export const absentFor = (role: Role, { participant, ...ofKyc }: AbsentOcids): Readonly<Record<string, number>> =>
  role === 'kyc' ? ofKyc : { participant }

/** The owner of the account that the harness may not debit. The counterpart does not play it. */
export const foreignOcid = 3009

/** The identity that owns each account at a gateway; `foreign` has none. */
const accountOwners = {
  treasury: 'partner',
  purse1: 'purse1',
  purse2: 'purse2',
  purse3: 'purse3',
  purse4: 'purse4',
  till: 'merchant',
  till2: 'merchant2',
} as const

/** Returns the OCIDs of the identities that own accounts, by account id. */
export const ownedAccounts = (identities: Readonly<Record<string, { ocid: number }>>): Record<string, number> =>
  Object.fromEntries(
    Object.entries(accountOwners).flatMap(([id, owner]) => {
      const ocid = identities[owner]?.ocid
      return ocid === undefined ? [] : [[id, ocid]]
    }),
  )

/** Returns the OCIDs of all accounts of a gateway, by account id. */
export const accountsOf = (identities: Readonly<Record<string, { ocid: number }>>): Record<string, number> => ({
  ...ownedAccounts(identities),
  foreign: foreignOcid,
})
