import type { Json } from '../../protocol/json/json.ts'
import type { Service } from './contract.ts'

/**
 * Signs the canonical JSON of a config, an order or a proof with the role's own key, in the encoding of the profile (heading
 * "Authentication", payload signatures). Clauses: SIG-04, SIG-06, SIG-07, SIG-08.
 */
export const signWithOwnKey = (payload: Json, { policies, key, profile }: Service): string =>
  policies.signPayload(payload, key, profile)

/**
 * Returns whether a payload, as it was parsed, is signed with a key. Order of members, white space and escapes do not matter;
 * every member at any depth does, unknown ones included. Either value of s is taken.
 * Clauses: SIG-01, SIG-02, SIG-03, SIG-05, SIG-06, SIG-07, SIG-08, SIG-09, SIG-10.
 */
export const isSignedWith = (
  publicKey: string,
  { payload, signature }: { payload: Json; signature: unknown },
  { policies, profile }: Service,
): boolean => policies.verifyPayload(payload, signature, { publicKey, dialect: profile })
