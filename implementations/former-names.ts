import type { Role } from '../protocol/operations.ts'
import renamed from './former-names.json' with { type: 'json' }

/**
 * By role: each renamed mutant or variant by its present name, with the names that it had before, the oldest first. They stay valid
 * for `--fault` and `X-OC-Fault`, and the oldest one identifies it when two commits are compared.
 */
export type FormerNames = Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>>

export const formerNames: FormerNames = renamed

/** Returns the names that a mutant or variant had before, the oldest first; none if it was never renamed. */
export const formerNamesOf = (role: Role, name: string, table: FormerNames = formerNames): readonly string[] =>
  table[role][name] ?? []

/** Returns the first name that a mutant or variant had: no later renaming changes it. */
export const firstNameOf = (role: Role, name: string, table: FormerNames = formerNames): string =>
  formerNamesOf(role, name, table)[0] ?? name
