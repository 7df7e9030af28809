import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'
import { answer, shapeViolations } from '../../../../reference/every-role/wire-format/bodies.ts'
import { amountIsAccepted, checkoutRules } from '../../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import { changeMember, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

type Policies = Partial<GatewayPolicies>

/** Changes a member of proofs. */
const changeProof = (member: string, change: (value: Json) => Json): Policies => ({
  proofOfTransfer: (request, gateway) => {
    const proof = gatewayPolicies.proofOfTransfer(request, gateway)
    return changeMember(proof, member, value => change(value ?? null)) as unknown as Proof
  },
})

/** Changes a member of payments, in the response and at verify. */
const changePayment = (member: string, change: (value: Json) => Json): Policies => {
  const written = (body: JsonObject) =>
    body[member] === undefined || body.proof !== undefined
      ? body
      : changeMember(body, member, value => change(value ?? null))
  return {
    answer: (operation, body) => answer(operation, operation === 'payment.create' ? written(body) : body),
    describeTransaction: (transaction, gateway) => written(gatewayPolicies.describeTransaction(transaction, gateway)),
  }
}

const isoOf = (seconds: Json): Json =>
  Number(seconds) < 1e11 ? new Date(Number(seconds) * 1000).toISOString() : seconds

const amountOf = (body: Json): Json | undefined =>
  isObject(body) && isObject(body.order) ? body.order.amount : undefined

const isScalar = (amount: Json | undefined): boolean => typeof amount === 'string' || typeof amount === 'number'

const ocidToText = (party: Json): Json =>
  isObject(party) ? changeMember(party, 'ocid', ocid => String(ocid)) : String(party)

const timestamps: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'proofs have fractions of seconds',
    breaks: 'FMT-01',
    alsoBreaks: ['TRANSFER-01', 'VERIFY-02', 'NOTIFY-01'],
    story: 'Date.now() / 1000, and no Math.floor.',
    policies: changeProof('timestamp', seconds => Number(seconds) + 0.25),
  },
  {
    name: 'proofs have the time of day in the office',
    breaks: 'FMT-01',
    alsoBreaks: ['TRANSFER-02'],
    story: 'The date was read without its time zone, and the server is two hours east.',
    policies: changeProof('timestamp', seconds => Number(seconds) + 7_200),
  },
  {
    name: 'payments are dated in ISO 8601',
    breaks: 'FMT-01',
    alsoBreaks: ['PAYMENT-01', 'PAYMENT-02', 'PAYMENT-03', 'VERIFY-03'],
    story: 'JSON.stringify writes a Date like that.',
    policies: changePayment('expiresAt', isoOf),
  },
  {
    name: 'payments were made a thousand times as long after 1970',
    breaks: 'FMT-01',
    alsoBreaks: ['PAYMENT-06'],
    story: 'The column is in milliseconds.',
    policies: changePayment('createdAt', seconds => Number(seconds) * 1_000),
  },
]

const amounts: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'amounts of payments are numbers',
    breaks: 'FMT-02',
    alsoBreaks: ['PAYMENT-01', 'VERIFY-03'],
    story: 'The column is numeric, so the driver returns numbers.',
    policies: changePayment('amount', Number),
  },
  {
    name: 'amounts in proofs are numbers',
    breaks: 'FMT-02',
    alsoBreaks: ['TRANSFER-01', 'VERIFY-02', 'NOTIFY-01'],
    story: 'The proof is built from the row, and the column is numeric.',
    policies: changeProof('amount', Number),
  },
  {
    name: 'amounts in proofs have a comma',
    breaks: 'FMT-02',
    alsoBreaks: ['TRANSFER-01', 'TRANSFER-04', 'VERIFY-02', 'NOTIFY-01'],
    story: 'toLocaleString(), on a server in Vienna.',
    policies: changeProof('amount', amount => String(amount).replace('.', ',')),
  },
]

const codes: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'currencies of payments are in lower case',
    breaks: 'FMT-03',
    alsoBreaks: ['PAYMENT-01', 'PAYMENT-05', 'PAYMENT-06', 'VERIFY-03'],
    story: 'The upstream provider writes them like that.',
    policies: changePayment('currency', code => String(code).toLowerCase()),
  },
  {
    name: 'accepted providers of a payment are texts',
    breaks: 'FMT-03',
    alsoBreaks: ['PAYMENT-01', 'PAYMENT-07'],
    story: 'They are the keys of an object, and keys are strings.',
    policies: changePayment('settlement', settlement =>
      changeMember(settlement, 'accepts', ocids => (Array.isArray(ocids) ? ocids.map(String) : [])),
    ),
  },
  {
    name: 'OCIDs in proofs are texts',
    breaks: 'FMT-03',
    alsoBreaks: ['TRANSFER-01', 'TRANSFER-04', 'VERIFY-02', 'NOTIFY-01'],
    story: 'They are bigints in the database, which become strings in JSON.',
    policies: changeProof('from', ocidToText),
  },
  {
    name: 'proofs name the currency by its sign',
    breaks: 'FMT-03',
    alsoBreaks: ['TRANSFER-01', 'TRANSFER-04', 'VERIFY-02', 'NOTIFY-01'],
    story: 'The proof is also shown to people.',
    policies: changeProof('currency', code => (code === 'EUR' ? '€' : '$')),
  },
]

/**
 * Faults in timestamps, amounts, currencies and OCIDs that a gateway writes (FMT-01 to FMT-03), and in which amounts it
 * accepts (FMT-05).
 */
export const gatewayEmittedValueMutants: readonly Mutant<GatewayPolicies>[] = [
  ...timestamps,
  ...amounts,
  ...codes,
  {
    name: 'the amount of an order is not checked',
    breaks: 'FMT-05',
    story: 'The merchant signed it, so it must be right.',
    policies: {
      checkoutRules: without(checkoutRules, amountIsAccepted),
      shapeViolations: (schema, body) =>
        shapeViolations(schema, body).filter(({ path }) => path !== '/order/amount' || !isScalar(amountOf(body))),
    },
  },
]
