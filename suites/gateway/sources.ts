import type { Json } from '../../protocol/json.ts'
import { notApplicable } from '../harness/outcome.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import type { Source, Written } from '../sources.ts'

/** The member at a path such as 'from.ocid'. */
const at = (value: Json | undefined, path: string): Json | undefined =>
  path.split('.').reduce<Json | undefined>((node, name) => member(node, name), value)

const ofProof = (proof: Json | undefined): Written[] => [
  { kind: 'timestamp', path: 'proof.timestamp', value: at(proof, 'timestamp'), isNow: true },
  { kind: 'amount', path: 'proof.amount', value: at(proof, 'amount') },
  { kind: 'currency', path: 'proof.currency', value: at(proof, 'currency') },
  ...['issuer', 'from.ocid', 'to.ocid'].map(
    (path): Written => ({ kind: 'ocid', path: `proof.${path}`, value: at(proof, path) }),
  ),
]

const ofPayment = (payment: Json): Written[] => [
  { kind: 'timestamp', path: 'createdAt', value: at(payment, 'createdAt'), isNow: true },
  { kind: 'timestamp', path: 'expiresAt', value: at(payment, 'expiresAt') },
  { kind: 'amount', path: 'amount', value: at(payment, 'amount') },
  { kind: 'currency', path: 'currency', value: at(payment, 'currency') },
  ...accepted(payment).map((value, index): Written => ({ kind: 'ocid', path: `settlement.accepts[${index}]`, value })),
]

const accepted = (payment: Json): Json[] => {
  const accepts = at(payment, 'settlement.accepts')
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
    read: async stage => ofProof(at(await transfer(stage), 'proof')),
  },
  {
    name: 'a transfer at verify',
    operations: ['transfer.create', 'verify'],
    read: async stage => ofProof(at(await verified(stage, at(await transfer(stage), 'proof.txid')), 'proof')),
  },
  {
    name: 'a payment',
    operations: ['payment.create'],
    read: async stage => ofPayment(await payment(stage)),
  },
  {
    name: 'a payment at verify',
    operations: ['payment.create', 'verify'],
    read: async stage => ofPayment(await verified(stage, at(await payment(stage), 'txid'))),
  },
]
