import { toMinorUnits } from '../../../protocol/amount.ts'
import { groupOrder, toScalar } from '../../../protocol/curve/scalar.ts'
import { Refusal } from '../../../protocol/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json/json.ts'
import { verifyRequest } from '../../../protocol/request/request.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import { decodeSignature } from '../../../protocol/signature/signature.ts'
import type { Checkout, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { type SchemaName, schema } from '../../../schemas/index.ts'
import { limitViolations, nameViolations } from '../support/limits.ts'
import { isPlainText } from '../support/text.ts'
import type { Variant } from '../variant.ts'

/** Returns the documented members of a message. */
const documentedMembers = (name: SchemaName): readonly string[] => {
  const { properties } = schema(name) as { properties?: object }
  return Object.keys(properties ?? {})
}

const unknownMembers = (value: Json | undefined, name: SchemaName): string[] =>
  isObject(value) ? Object.keys(value).filter(member => !documentedMembers(name).includes(member)) : []

const refuseUnknownMembers: GatewayPolicies['shapeViolations'] = (name, body) => {
  const inside = isObject(body) && name === 'checkout-request' ? unknownMembers(body.order, 'order') : []
  return [
    ...gatewayPolicies.shapeViolations(name, body),
    ...[...unknownMembers(body, name), ...inside].map(member => ({
      path: `/${member.slice(0, 40)}`,
      message: 'is not known',
    })),
  ]
}

const pickDocumented = (value: JsonObject, name: SchemaName): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([member]) => documentedMembers(name).includes(member)))

/** Returns the documented members of an order or a proof, the only ones signed here. */
const documentedPart = (payload: Json): Json =>
  isObject(payload) ? pickDocumented(payload, 'issuer' in payload ? 'proof' : 'order') : payload

const isLow = (signature: unknown): boolean => {
  const compact = decodeSignature(signature)
  return compact !== undefined && toScalar(compact.subarray(32)) <= groupOrder / 2n
}

const controlCharacter = /\p{Cc}/u

const controlEnds = /^[\p{Cc} ]+|[\p{Cc} ]+$/gu

const textsOf = ({ memo = '', reference = '', items = [] }: Checkout['request']['order']): string[] => [
  memo,
  reference,
  ...items.map(({ name }) => name),
]

const refuseLongTexts = ({ request: { order } }: Checkout): Refusal | undefined =>
  textsOf(order).some(text => controlCharacter.test(text) || text.length > 500)
    ? new Refusal('TEXT_NOT_ACCEPTED', 400, 'A text is too long, or has control characters.')
    : undefined

const refuseUnseenTexts = ({ request: { order } }: Checkout): Refusal | undefined =>
  textsOf(order).every(text => text === '' || isPlainText(text))
    ? undefined
    : new Refusal('TEXT_NOT_ACCEPTED', 400, 'A text is blank, or has invisible characters.')

const refuseOtherSignatures: GatewayPolicies['shapeViolations'] = (name, body) => [
  ...gatewayPolicies.shapeViolations(name, body),
  ...(name === 'checkout-request' && isObject(body) && !/^[0-9a-f]{128}$/.test(String(body.signature))
    ? [{ path: '/signature', message: 'is not 128 hex digits' }]
    : []),
]

const refuseManyItems = ({ request: { order } }: Checkout): Refusal | undefined =>
  (order.items ?? []).length > 50 ? new Refusal('TOO_MANY_ITEMS', 422, 'An order has at most fifty items.') : undefined

const refuseWrongTotal = ({ request: { order } }: Checkout): Refusal | undefined => {
  const { items = [], amount, currency } = order
  const sum = items.reduce((total, { price, quantity }) => {
    const minor = toMinorUnits(price, currency)
    return minor === undefined ? total : total + minor * BigInt(quantity)
  }, 0n)
  return items.length === 0 || sum === toMinorUnits(amount, currency)
    ? undefined
    : new Refusal('TOTAL_MISMATCH', 422, 'The items do not add up to the amount.')
}

const refuseFreeItems = ({ request: { order } }: Checkout): Refusal | undefined =>
  (order.items ?? []).some(({ price }) => Number(price) === 0)
    ? new Refusal('PRICE_NOT_ACCEPTED', 422, 'An item has no price.')
    : undefined

const { checkoutRules } = gatewayPolicies

/** The encoding that a variant relies on: the reference's. */
const hexSignatures = { signatureEncoding: 'compact-hex' } as const

/** Gateways that accept less: only documented members, or only orders that pass a fraud check. */
export const validationVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'members that the document does not show are refused',
    story: 'additionalProperties: false.',
    policies: { shapeViolations: refuseUnknownMembers },
  },
  {
    name: 'the signature does not cover undocumented members',
    story: 'Orders are parsed into records with the documented fields, which are verified.',
    policies: {
      verifyPayload: (payload, signature, signer) => verifyPayload(documentedPart(payload), signature, signer),
    },
  },
  {
    name: 'the high s is refused',
    story: 'One signature per message, as in Bitcoin.',
    profile: hexSignatures,
    policies: {
      verifyPayload: (payload, signature, signer) => isLow(signature) && verifyPayload(payload, signature, signer),
      verifyRequest: (parts, signer) => isLow(parts.signature) && verifyRequest(parts, signer),
    },
  },
  {
    name: 'texts are short and have no control characters',
    story: 'Texts are printed on receipts.',
    policies: { checkoutRules: [...checkoutRules, refuseLongTexts, refuseManyItems] },
  },
  {
    name: 'what is longer than a column of the database is refused',
    story: 'Names have sixty letters, ids forty, memos a hundred and forty, orders ten items.',
    policies: {
      shapeViolations: (schema, body) => [...gatewayPolicies.shapeViolations(schema, body), ...limitViolations(body)],
    },
  },
  {
    name: 'ids and references are 20 letters and digits at most',
    story: 'They are a field of a bank statement.',
    policies: {
      shapeViolations: (schema, body) => [...gatewayPolicies.shapeViolations(schema, body), ...nameViolations(body)],
    },
  },
  {
    name: 'blank texts and invisible characters are refused',
    story: 'Texts are printed on receipts, in one font.',
    policies: { checkoutRules: [...checkoutRules, refuseUnseenTexts] },
  },
  {
    name: 'a signature of another shape than 128 hex digits is refused for it',
    story: 'The schema, which is checked first, has a pattern.',
    profile: hexSignatures,
    policies: { shapeViolations: refuseOtherSignatures },
  },
  {
    name: 'memos of proofs are trimmed, and cut to 20 characters',
    story: 'That is the length of a line on a bank statement.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const { memo, ...proof } = gatewayPolicies.proofOfTransfer(request, gateway)
        return memo === undefined ? proof : { ...proof, memo: [...memo.trim()].slice(0, 20).join('') }
      },
    },
  },
  {
    name: 'memos of proofs lose every control character and blank at their ends',
    story: 'Java: trim() removes everything up to U+0020.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const { memo, ...proof } = gatewayPolicies.proofOfTransfer(request, gateway)
        return memo === undefined ? proof : { ...proof, memo: memo.replace(controlEnds, '') }
      },
    },
  },
  {
    name: 'an item that costs nothing is refused',
    story: 'Someone forgot the price of an item without one.',
    policies: { checkoutRules: [...checkoutRules, refuseFreeItems] },
  },
  {
    name: 'items have to add up to the amount',
    story: 'It is one of the fraud checks.',
    policies: { checkoutRules: [...checkoutRules, refuseWrongTotal] },
  },
  {
    name: 'the items of an order are added up before anything else',
    story: 'The cart is validated together with the shape of the body.',
    policies: { checkoutRules: [refuseWrongTotal, ...checkoutRules] },
  },
  {
    name: 'it runs in production',
    story: 'Only the users differ.',
    environment: 'production',
  },
]
