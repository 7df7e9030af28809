import type { Role } from '../protocol/operations.ts'
import renamed from './former-names.json' with { type: 'json' }

/**
 * By role and current name: the former names of each renamed mutant or variant, oldest first. They stay valid for `--fault` and
 * `X-OC-Fault`; the oldest one identifies it when two commits are compared.
 */
export type FormerNames = Readonly<Record<Role, Readonly<Record<string, readonly string[]>>>>

export const formerNames: FormerNames = renamed

/** Returns the former names of a mutant or variant, oldest first; empty if it was never renamed. */
export const formerNamesOf = (role: Role, name: string, table: FormerNames = formerNames): readonly string[] =>
  table[role][name] ?? []

/** Returns the first name that a mutant or variant had; renaming does not change it. */
export const firstNameOf = (role: Role, name: string, table: FormerNames = formerNames): string =>
  formerNamesOf(role, name, table)[0] ?? name
