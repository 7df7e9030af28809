import type { Role } from '../../../protocol/operations.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { Config } from '../../../schemas/messages.ts'
import { type IdentityPlan, identityPlans } from '../../provisioning/identities.ts'
import { type Environment, readKey } from '../keys/read-key.ts'
import { suggestion } from '../options/suggestion.ts'
import type { Identity } from '../settings.ts'
import { UsageError } from '../usage-error.ts'

type Declared = NonNullable<Config['identities']>
type Identities = Record<string, Identity>

/** Returns the identities for a role with default OCIDs and fresh keys, which are not registered anywhere yet. */
export const freshIdentities = (role: Role): Identities =>
  Object.fromEntries(
    Object.entries(identityPlans[role]).map(([id, { ocid, name }]) => [id, { ocid, name, key: generatePrivateKey() }]),
  )

/**
 * Reads the identities of a config. Throws UsageError for an unknown name, an OCID used twice, or a key that cannot be
 * read.
 */
export const readIdentities = async (
  declared: Declared,
  role: Role,
  place: { folder: string; env: Environment },
): Promise<Identities> => {
  checkNames(Object.keys(declared))
  checkOcids(Object.fromEntries(Object.entries(declared).map(([id, { ocid }]) => [id, ocid])), 'identities')
  const entries = Object.entries(declared).map(async ([id, { ocid, name, privateKey }]) => {
    const plan = planOf(id, role)
    const key = await keyOf(privateKey, `identities.${id}.privateKey`, { ...place, isPerson: plan?.isPerson === true })
    return [id, { ocid, name: name ?? plan?.name ?? id, key }] as const
  })
  return Object.fromEntries(await Promise.all(entries))
}

const keyOf = (
  reference: string | undefined,
  member: string,
  place: { folder: string; env: Environment; isPerson: boolean },
) => {
  if (reference !== undefined) return readKey(reference, { ...place, member })
  if (place.isPerson) return generatePrivateKey()
  throw new UsageError(
    `${member} is missing.`,
    'Give it 64 hex digits, env:NAME or file:PATH; oc-conformance init generates keys.',
  )
}

/** Returns the plan for an identity, for this role if it has one, otherwise for another role. */
const planOf = (id: string, role: Role): IdentityPlan | undefined =>
  [identityPlans[role], ...Object.values(identityPlans)].find(plans => Object.hasOwn(plans, id))?.[id]

const checkNames = (ids: readonly string[]): void => {
  const known = [...new Set(Object.values(identityPlans).flatMap(plans => Object.keys(plans)))]
  const unknown = ids.find(id => !known.includes(id))
  if (unknown === undefined) return
  throw new UsageError(
    `identities.${unknown} is not an identity that the harness plays.`,
    suggestion(unknown, known, `It plays ${known.join(', ')}.`),
  )
}

/** Throws UsageError if two of `owners` share an OCID, or if one is out of range. */
export const checkOcids = (owners: Readonly<Record<string, number>>, source: string): void => {
  const seen = new Map<number, string>()
  for (const [id, ocid] of Object.entries(owners)) {
    if (ocid < 1 || !Number.isSafeInteger(ocid))
      throw new UsageError(`${source}: ${id} cannot be ${ocid}.`, 'An OCID is an integer from 1 on.')
    const other = seen.get(ocid)
    if (other !== undefined)
      throw new UsageError(`${source}: ${other} and ${id} are both ${ocid}.`, 'Give each a different OCID.')
    seen.set(ocid, id)
  }
}
