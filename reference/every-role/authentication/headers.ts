import { Refusal } from '../../../protocol/errors.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import type { Profile } from '../../../protocol/profile.ts'
import type { Claims } from '../contract.ts'

/** Returns whether an operation needs none of the four headers. Clause: AUTH-20. */
export const isPublic = (operation: OperationName): boolean => !operations[operation].authenticated

const valuesOf = (rawHeaders: readonly string[], name: string): string[] =>
  rawHeaders.filter((_, at) => at % 2 === 1 && rawHeaders[at - 1]?.toLowerCase() === name)

type Form = readonly [name: string, isForm: (value: string) => boolean]

/** Returns the value of a header; throws a Refusal unless it is there exactly once and well formed. */
const headerOf = (rawHeaders: readonly string[], [name, isForm]: Form, status: number): string => {
  const [value, ...more] = valuesOf(rawHeaders, name)
  if (value === undefined || more.length > 0 || !isForm(value))
    throw new Refusal('INVALID_SIGNATURE', status, `The header ${name} is missing, repeated or malformed.`)
  return value
}

/** Returns whether a string is an OCID: decimal digits only, the first one not 0. Clause: AUTH-17. */
export const isOcid = (text: string): boolean => /^[1-9]\d{0,15}$/.test(text) && Number.isSafeInteger(Number(text))

const matches = (form: RegExp) => (text: string) => form.test(text)

/**
 * Reads the four headers (heading "Authentication"); throws a Refusal unless each is there exactly once and well formed.
 * Clauses: AUTH-02, AUTH-03, AUTH-04, AUTH-05, AUTH-13, AUTH-17, AUTH-28.
 */
export const readClaims = (rawHeaders: readonly string[], profile: Profile): Claims => ({
  ocid: headerOf(rawHeaders, ['x-oc-id', isOcid], profile.refusalStatus),
  timestamp: headerOf(rawHeaders, ['x-oc-timestamp', matches(/^\d{1,12}$/)], profile.refusalStatus),
  nonce: headerOf(rawHeaders, ['x-oc-nonce', matches(/^[\x20-\x7e]{1,256}$/)], profile.refusalStatus),
  signature: headerOf(rawHeaders, ['x-oc-signature', matches(/./)], profile.refusalStatus),
})
