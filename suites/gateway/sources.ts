import type { Json } from '../../protocol/json.ts'
import { memberAt } from '../edit.ts'
import { notApplicable } from '../harness/outcome.ts'
import type { Stage } from '../harness/stage.ts'
import type { Source, Written } from '../sources.ts'

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

const transfer = (stage: Stage): Promise<Json> =>
  stage.transfer(stage.transferOf({ from: stage.partner, to: stage.merchant })).asControl()

const payment = (stage: Stage): Promise<Json> => stage.pay(stage.paymentOf(stage.merchant)).asControl()

/** What verify says of a transaction; that it is not found breaks another row. */
const verified = async (stage: Stage, txid: Json | undefined): Promise<Json> => {
  const answer = await stage.verify(String(txid))
  if (answer.status !== 200 || answer.json === undefined)
    return notApplicable('The target does not show the transaction at verify.')
  return answer.json
}

/** What a gateway writes. Headings: POST /transfer/create, POST /payment/create, GET /verify/{txid}, Events. */
export const gatewaySources: readonly Source[] = [
  {
    name: 'a transfer',
    operations: ['transfer.create'],
    read: async stage => ofProof(memberAt(await transfer(stage), 'proof')),
  },
  {
    name: 'a transfer at verify',
    operations: ['transfer.create', 'verify'],
    read: async stage =>
      ofProof(memberAt(await verified(stage, memberAt(await transfer(stage), 'proof.txid')), 'proof')),
  },
  {
    name: 'a payment',
    operations: ['payment.create'],
    read: async stage => ofPayment(await payment(stage)),
  },
  {
    name: 'a payment at verify',
    operations: ['payment.create', 'verify'],
    read: async stage => ofPayment(await verified(stage, memberAt(await payment(stage), 'txid'))),
  },
]
