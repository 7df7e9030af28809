import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json.ts'
import { memberAt } from '../edit.ts'
import type { Source, Written } from '../emitted-values.ts'

const ofProof = (proof: Json | undefined): Written[] => [
  { kind: 'timestamp', path: 'proof.timestamp', value: memberAt(proof, 'timestamp'), isNow: true },
  { kind: 'amount', path: 'proof.amount', value: memberAt(proof, 'amount') },
  { kind: 'currency', path: 'proof.currency', value: memberAt(proof, 'currency') },
  ...['issuer', 'from.ocid', 'to.ocid'].map(
    (path): Written => ({ kind: 'ocid', path: `proof.${path}`, value: memberAt(proof, path) }),
  ),
]

const ofPayment = (payment: Json): Written[] => [
  { kind: 'timestamp', path: 'createdAt', value: memberAt(payment, 'createdAt'), isNow: true },
  { kind: 'timestamp', path: 'expiresAt', value: memberAt(payment, 'expiresAt') },
  { kind: 'amount', path: 'amount', value: memberAt(payment, 'amount') },
  { kind: 'currency', path: 'currency', value: memberAt(payment, 'currency') },
  ...accepted(payment).map((value, index): Written => ({ kind: 'ocid', path: `settlement.accepts[${index}]`, value })),
]

const accepted = (payment: Json): Json[] => {
  const accepts = memberAt(payment, 'settlement.accepts')
  return Array.isArray(accepts) ? accepts : []
}

const transfer = (context: CheckContext): Promise<Json> =>
  context.transfer(context.transferOf({ from: context.partner, to: context.merchant })).asControl()

const payment = (context: CheckContext): Promise<Json> => context.pay(context.paymentOf(context.merchant)).asControl()

/** What verify says of a transaction; that it is not found breaks another row. */
const verified = async (context: CheckContext, txid: Json | undefined): Promise<Json> => {
  const response = await context.verify(String(txid))
  if (response.status !== 200 || response.json === undefined)
    return notApplicable('The target does not show the transaction at verify.')
  return response.json
}

/** What a gateway writes. Headings: POST /transfer/create, POST /payment/create, GET /verify/{txid}, Events. */
export const gatewaySources: readonly Source[] = [
  {
    name: 'a transfer',
    operations: ['transfer.create'],
    read: async context => ofProof(memberAt(await transfer(context), 'proof')),
  },
  {
    name: 'a transfer at verify',
    operations: ['transfer.create', 'verify'],
    read: async context =>
      ofProof(memberAt(await verified(context, memberAt(await transfer(context), 'proof.txid')), 'proof')),
  },
  {
    name: 'a payment',
    operations: ['payment.create'],
    read: async context => ofPayment(await payment(context)),
  },
  {
    name: 'a payment at verify',
    operations: ['payment.create', 'verify'],
    read: async context => ofPayment(await verified(context, memberAt(await payment(context), 'txid'))),
  },
]
