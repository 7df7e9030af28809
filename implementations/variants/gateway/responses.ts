import { Refusal } from '../../../protocol/errors.ts'
import { escapeNonAscii, escapeSlashes, reverseAllMembers } from '../../../protocol/json/spellings.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { violations } from '../../../schemas/validate.ts'
import { answer422, changeErrors, setContentType } from '../support/responses.ts'
import type { Variant } from '../variant.ts'

/** Codes that the reference uses for conditions without a documented code. */
const undocumentedCodes: ReadonlySet<string> = new Set([
  'INVALID_REQUEST',
  'CURRENCY_NOT_SUPPORTED',
  'AMOUNT_NOT_ACCEPTED',
  'PAYMENT_EXPIRED',
  'NOT_FOUND',
])

const addMembers: GatewayPolicies['answer'] = (_operation, body) => ({
  status: 200,
  body: { requestId: '5d1f3c1e', ...body, links: [{ rel: 'documentation', href: 'https://gateway.example/docs' }] },
})

/** Matches the members that define a payment; the rest is validated after the documented checks. */
const structuralPath =
  /^(?:|\/order|\/order\/accepts|\/from|\/to|\/from\/ocid|\/to\/ocid|\/amount|\/currency|\/proof.*|\/txid|\/signature)$/

const validateLast: Partial<GatewayPolicies> = {
  shapeViolations: (schema, body) =>
    gatewayPolicies.shapeViolations(schema, body).filter(({ path }) => structuralPath.test(path)),
  checkoutRules: [
    ...gatewayPolicies.checkoutRules.slice(0, 4),
    ({ request }) => refuseMalformed('checkout-request', request),
    ...gatewayPolicies.checkoutRules.slice(4),
  ],
  transferRules: [...gatewayPolicies.transferRules, ({ request }) => refuseMalformed('transfer-request', request)],
  paymentRules: [
    ...gatewayPolicies.paymentRules.slice(0, 1),
    ({ request }) => refuseMalformed('payment-request', request),
    ...gatewayPolicies.paymentRules.slice(1),
  ],
}

const refuseMalformed = (schema: Parameters<typeof violations>[0], body: unknown): Refusal | undefined =>
  violations(schema, body).length === 0
    ? undefined
    : new Refusal('MALFORMED', 400, 'The body does not have the documented shape.')

/** Other ways to write a JSON response ("Error": it is unclear which members are always there). */
export const responseVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'every answer has members of its own',
    story: 'Request ids for the support desk.',
    policies: { answer: addMembers },
  },
  {
    name: 'errors have no details',
    story: 'Most have nothing to say.',
    policies: { refuse: changeErrors(gatewayPolicies.refuse, ({ code, message }) => ({ code, message })) },
  },
  {
    name: 'errors have a code only',
    story: 'Programs read them, not people.',
    policies: { refuse: changeErrors(gatewayPolicies.refuse, ({ code }) => ({ code })) },
  },
  {
    name: 'errors that the document does not name have no code',
    story: 'The schema lists message and details.',
    policies: {
      refuse: changeErrors(gatewayPolicies.refuse, ({ code, ...rest }) =>
        undocumentedCodes.has(code) ? rest : { code, ...rest },
      ),
    },
  },
  {
    name: 'errors have members of their own',
    story: 'Our platform adds them to every error.',
    policies: {
      refuse: changeErrors(gatewayPolicies.refuse, error => ({
        type: `https://gateway.example/errors/${error.code}`,
        ...error,
        details: { hint: 'See the documentation.', retryable: false },
        timestamp: 1_700_000_000,
      })),
    },
  },
  {
    name: 'a malformed body is 422',
    story: 'The framework validates and answers 422.',
    policies: { refuse: answer422(gatewayPolicies.refuse) },
  },
  {
    name: 'the shape of a body is looked at after the documented checks',
    story: 'The numbered checks are done first, as in the document.',
    policies: validateLast,
  },
  {
    name: 'JSON is indented, its members the other way round',
    story: 'Another library, set to pretty-print.',
    policies: { encode: body => `${JSON.stringify(reverseAllMembers(body), null, 2)}\n` },
  },
  {
    name: 'JSON is ASCII, with escaped slashes',
    story: 'json_encode without flags.',
    policies: { encode: body => escapeNonAscii(escapeSlashes(JSON.stringify(body))) },
  },
  {
    name: 'the content type has no charset',
    story: 'JSON is always UTF-8.',
    policies: setContentType('application/json', gatewayPolicies),
  },
  {
    name: 'the content type is in capitals, with other parameters',
    story: 'An older framework.',
    policies: setContentType('Application/JSON;profile="gw";Charset="UTF-8"', gatewayPolicies),
  },
]
