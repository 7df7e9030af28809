import { Refusal } from '../../../protocol/errors.ts'
import { isObject } from '../../../protocol/json/json.ts'
import type { MerchantPolicies, OrderCreation } from '../../../reference/merchant/contract.ts'
import { orderRules } from '../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../reference/merchant/policies.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { limitViolations, nameViolations } from '../support/limits.ts'
import { isPlainText } from '../support/text.ts'
import type { Variant } from '../variant.ts'

const textsArePlain: Rule<OrderCreation> = ({ request: { memo, reference, items = [] } }) =>
  [memo, reference, ...items.map(({ name }) => name)].every(isPlainText)
    ? undefined
    : new Refusal('TEXT_NOT_ACCEPTED', 400, 'A text is blank, or has invisible characters.')

/** Refuses signatures that are not 128 hex digits, and proofs in a currency that the shop does not use. */
const refuseByShape: MerchantPolicies['shapeViolations'] = (schema, body) => {
  const found = merchantPolicies.shapeViolations(schema, body)
  if (schema !== 'signed-proof' || !isObject(body) || !isObject(body.proof)) return found
  const isHex = /^[0-9a-f]{128}$/.test(String(body.signature))
  return [
    ...found,
    ...(isHex ? [] : [{ path: '/signature', message: 'is not 128 hex digits' }]),
    ...(body.proof.currency === 'USD' ? [] : [{ path: '/proof/currency', message: 'is not USD' }]),
  ]
}

/** Refuses an order whose id is longer than a UUID without hyphens. */
const refuseLongIds: MerchantPolicies['shapeViolations'] = (schema, body) => [
  ...merchantPolicies.shapeViolations(schema, body),
  ...(isObject(body) && String(body.id ?? '').length > 32 ? [{ path: '/id', message: 'is too long' }] : []),
]

/** Refuses a nonce that is longer than a UUID. */
const refuseLongNonce: MerchantPolicies['readClaims'] = (rawHeaders, profile) => {
  const claims = merchantPolicies.readClaims(rawHeaders, profile)
  if (claims.nonce.length > 36) throw new Refusal('INVALID_NONCE', 400, 'The nonce is too long.')
  return claims
}

/** Merchants that accept less, or validate the shape of a body first. */
export const validationVariants: readonly Variant<MerchantPolicies>[] = [
  {
    name: 'what is longer than a column of the database is refused',
    story: 'Names have sixty letters, ids forty, memos a hundred and forty, orders ten items.',
    policies: {
      shapeViolations: (schema, body) => [...merchantPolicies.shapeViolations(schema, body), ...limitViolations(body)],
    },
  },
  {
    name: 'ids and nonces are as long as a UUID at most',
    story: 'The columns were made for UUIDs: 32 characters for an order, 36 for a nonce.',
    policies: { shapeViolations: refuseLongIds, readClaims: refuseLongNonce },
  },
  {
    name: 'ids and references of orders are 20 letters and digits at most',
    story: 'They are printed on receipts, and typed from there.',
    policies: {
      shapeViolations: (schema, body) => [...merchantPolicies.shapeViolations(schema, body), ...nameViolations(body)],
    },
  },
  {
    name: 'blank texts and invisible characters are refused',
    story: 'Texts are printed on receipts, in one font.',
    policies: { orderRules: [...orderRules, textsArePlain] },
  },
  {
    name: 'signatures and currencies are part of the shape of a proof',
    story: 'The schema, which is checked first, has a pattern for one and an enumeration for the other.',
    profile: { signatureEncoding: 'compact-hex' },
    policies: { shapeViolations: refuseByShape },
  },
]
