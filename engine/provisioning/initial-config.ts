import { isAbsolute, relative, resolve } from 'node:path'
import { fromMinorUnits } from '../../protocol/amount.ts'
import type { Role } from '../../protocol/operations.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import type { Config } from '../../schemas/messages.ts'
import type { ConfigFile } from '../settings/config/file.ts'
import { checkOcids } from '../settings/config/identities.ts'
import { hostPort, type Listen } from '../settings/options/readers.ts'
import { suggestion } from '../settings/options/suggestion.ts'
import type { TargetEnvironment } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { withValues } from '../with-values.ts'
import { absentFor, absentOcidsOf, foreignOcid, identityPlans, ownedAccounts } from './identities.ts'
import { countedUnit } from './provisioning.ts'

/** The contents of a new config. */
export type InitPlan = {
  target: { role: Role; baseUrl: string; ocid: number; environment: TargetEnvironment }
  listen: Listen
  publicUrl: string
  /** Most checks use the first one. */
  currencies: readonly string[]
  /** OCIDs that were assigned, by the name of the identity (or `foreign`). */
  assigned: Readonly<Record<string, number>>
  /** A config whose keys, OCIDs and other members are kept. */
  from?: ConfigFile
  /** The folder of the new config. */
  folder: string
}

type Identities = NonNullable<Config['identities']>

/** Returns a config with every identity that the counterpart plays. It holds private keys. */
export const initialConfig = (plan: InitPlan): Config => {
  const { target, from } = plan
  const currencies = target.role === 'kyc' ? [] : plan.currencies
  const [currency, secondCurrency] = currencies
  const identities = identitiesOf(plan)
  const accounts = target.role === 'gateway' ? { accounts: accountsIn(plan, identities) } : {}
  checkOcids({ ...ocidsOf(identities), target: target.ocid, ...reservedOcids(plan, accounts.accounts) }, '--identity')
  const { $schema: _, ...kept } = from?.config ?? {}
  return {
    ...kept,
    target,
    profile: keptProfile(plan),
    counterpart: {
      callbackUrl: 'https://requester.example/callback',
      ...kept.counterpart,
      listen: hostPort(plan.listen),
      publicUrl: plan.publicUrl,
    },
    identities,
    ...accounts,
    ...withValues({ currency, secondCurrency }),
    ...(currency === undefined ? {} : { amounts: { ...rangesOf(currencies), ...kept.amounts } }),
    pages: { ...pagesFor[target.role], ...kept.pages },
  }
}

const pagesFor: Record<Role, NonNullable<Config['pages']>> = {
  gateway: { checkout: { driver: 'auto', sessionSeconds: 1800 } },
  merchant: {},
  kyc: { consent: { driver: 'auto' } },
}

const identitiesOf = ({ target: { role }, assigned, from, folder }: InitPlan): Identities => {
  const plans = identityPlans[role]
  checkAssigned(Object.keys(assigned), role)
  return Object.fromEntries(
    Object.entries(plans).map(([id, { ocid, name }]) => {
      const kept = from?.config.identities?.[id]
      const privateKey = keptKey(kept?.privateKey, from, folder) ?? generatePrivateKey().reveal()
      return [id, { ocid: assigned[id] ?? kept?.ocid ?? ocid, privateKey, name: kept?.name ?? name }]
    }),
  )
}

const checkAssigned = (ids: readonly string[], role: Role): void => {
  const known = [...Object.keys(identityPlans[role]), ...(role === 'gateway' ? ['foreign'] : [])]
  const unknown = ids.find(id => !known.includes(id))
  if (unknown === undefined) return
  throw new UsageError(
    `--identity: the harness plays no ${unknown} toward a ${role}.`,
    suggestion(unknown, known, `It plays ${known.join(', ')}.`),
  )
}

const keptKey = (reference: string | undefined, from: ConfigFile | undefined, folder: string): string | undefined => {
  const path = reference?.startsWith('file:') ? reference.slice(5) : undefined
  return path === undefined ? reference : `file:${rebased(path, from?.folder ?? folder, folder)}`
}

const keptProfile = ({ from, folder }: InitPlan): NonNullable<Config['profile']> => {
  const profile = from?.config.profile ?? 'auto'
  const isWord = typeof profile !== 'string' || profile === 'auto' || profile === 'reference'
  return isWord ? profile : rebased(profile, from?.folder ?? folder, folder)
}

/** Rewrites a path relative to one folder as a path relative to another. */
const rebased = (path: string, from: string, to: string): string =>
  isAbsolute(path) ? path : relative(to, resolve(from, path))

const accountsIn = ({ assigned, from }: InitPlan, identities: Identities): Record<string, number> => {
  const reassigned = Object.fromEntries(Object.entries(identities).filter(([id]) => Object.hasOwn(assigned, id)))
  const foreign = assigned.foreign ?? from?.config.accounts?.foreign ?? foreignOcid
  return { ...ownedAccounts(identities), ...from?.config.accounts, ...ownedAccounts(reassigned), foreign }
}

const ocidsOf = (identities: Identities): Record<string, number> =>
  Object.fromEntries(Object.entries(identities).map(([id, { ocid }]) => [id, ocid]))

/** Returns the OCIDs that no identity may have: the owner of the foreign account, and those that must be unknown. */
const reservedOcids = (
  { target: { role }, from }: InitPlan,
  accounts: Record<string, number> | undefined,
): Record<string, number> => ({
  ...withValues({ foreign: accounts?.foreign }),
  ...Object.fromEntries(
    Object.entries(absentFor(role, absentOcidsOf(from?.config ?? {}))).map(([id, ocid]) => [`the absent ${id}`, ocid]),
  ),
})

/** Returns the default range of each currency: from one minor unit to a hundred of the units that people count in. */
const rangesOf = (currencies: readonly string[]): NonNullable<Config['amounts']> =>
  Object.fromEntries(
    currencies.map(currency => {
      const max = fromMinorUnits(100n * countedUnit(currency), currency)
      return [currency, { min: fromMinorUnits(1n, currency), max }]
    }),
  )
