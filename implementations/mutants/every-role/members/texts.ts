import { Refusal } from '../../../../protocol/errors.ts'
import { isObject, type Json } from '../../../../protocol/json/json.ts'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { commonPolicies } from '../../../../reference/every-role/policies.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'

/** Remembers nonces by their folded form. */
const foldNonces = (fold: (nonce: string) => string): Partial<CommonPolicies> => ({
  admitNonce: ({ nonce, ...claims }, nonces, service) =>
    commonPolicies.admitNonce({ ...claims, nonce: fold(nonce) }, nonces, service),
})

/** Returns the memo of a message, or that of its order or proof. */
const memoOf = (body: Json | undefined): string => {
  if (!isObject(body)) return ''
  return typeof body.memo === 'string' ? body.memo : memoOf(body.order ?? body.proof)
}

/** Faults that long or similar texts reveal. */
export const memberTextMutants: readonly SharedMutant[] = [
  {
    name: 'nonces are compared without their case',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-01',
    story: 'The unique index of the nonces has the default collation.',
    policies: foldNonces(nonce => nonce.toLowerCase()),
  },
  {
    name: 'nonces are remembered by their first 64 characters',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-01',
    story: 'VARCHAR(64), since a nonce is a UUID.',
    policies: foldNonces(nonce => nonce.slice(0, 64)),
  },
  {
    name: 'a memo of more than a thousand letters is an error of the database',
    roles: authenticatedRoles,
    kind: 'ends',
    breaks: 'FMT-07',
    story: 'VARCHAR(1000), and nothing catches the error.',
    policies: {
      shapeViolations: (schema, body) => {
        if (memoOf(body).length > 1000) throw new Refusal('INTERNAL_ERROR', 500, 'Something went wrong.')
        return commonPolicies.shapeViolations(schema, body)
      },
    },
  },
]
