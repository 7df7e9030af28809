import type { Role } from '../protocol/operations.ts'

/** Checks that no mutant fails, each with the reason. */
export const unkilled: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  gateway: {},
  merchant: {},
  kyc: {},
}
