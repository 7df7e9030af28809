import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import type { Json } from '../../../protocol/json/json.ts'
import { memberAt } from '../edit.ts'
import type { EmittedDocument, EmittedValue } from '../wire-format/emitted-value.ts'

const ofProof = (proof: Json | undefined): EmittedValue[] => [
  { kind: 'timestamp', path: 'proof.timestamp', value: memberAt(proof, 'timestamp'), isNow: true },
  { kind: 'amount', path: 'proof.amount', value: memberAt(proof, 'amount') },
  { kind: 'currency', path: 'proof.currency', value: memberAt(proof, 'currency') },
  ...['issuer', 'from.ocid', 'to.ocid'].map(
    (path): EmittedValue => ({ kind: 'ocid', path: `proof.${path}`, value: memberAt(proof, path) }),
  ),
]

const ofPayment = (payment: Json): EmittedValue[] => [
  { kind: 'timestamp', path: 'createdAt', value: memberAt(payment, 'createdAt'), isNow: true },
  { kind: 'timestamp', path: 'expiresAt', value: memberAt(payment, 'expiresAt') },
  { kind: 'amount', path: 'amount', value: memberAt(payment, 'amount') },
  { kind: 'currency', path: 'currency', value: memberAt(payment, 'currency') },
  ...acceptedProviders(payment).map(
    (value, index): EmittedValue => ({ kind: 'ocid', path: `settlement.accepts[${index}]`, value }),
  ),
]

const acceptedProviders = (payment: Json): Json[] => {
  const accepts = memberAt(payment, 'settlement.accepts')
  return Array.isArray(accepts) ? accepts : []
}

const transfer = (context: CheckContext): Promise<Json> =>
  context.transfer(context.transferOf({ from: context.partner, to: context.merchant })).asControl()

const payment = (context: CheckContext): Promise<Json> => context.pay(context.paymentOf(context.merchant)).asControl()

/** Returns the response of verify for a transaction; blocks the check if there is none, which fails another clause. */
const readAtVerify = async (context: CheckContext, txid: Json | undefined): Promise<Json> => {
  const response = await context.verify(textOf(txid))
  if (response.status !== 200 || response.json === undefined)
    return blocked(
      `verify does not show the transaction (VERIFY-02, VERIFY-03): ${summary(response)}`,
      'VERIFY-02',
      'VERIFY-03',
    )
  return response.json
}

/** The documents with values written by a gateway. Headings: POST /transfer/create, POST /payment/create, GET /verify/{txid}, Events. */
export const gatewayDocuments: readonly EmittedDocument[] = [
  {
    name: 'a transfer',
    operations: ['transfer.create'],
    read: async context => ofProof(memberAt(await transfer(context), 'proof')),
  },
  {
    name: 'a transfer at verify',
    operations: ['transfer.create', 'verify'],
    read: async context =>
      ofProof(memberAt(await readAtVerify(context, memberAt(await transfer(context), 'proof.txid')), 'proof')),
  },
  {
    name: 'a payment',
    operations: ['payment.create'],
    read: async context => ofPayment(await payment(context)),
  },
  {
    name: 'a payment at verify',
    operations: ['payment.create', 'verify'],
    read: async context => ofPayment(await readAtVerify(context, memberAt(await payment(context), 'txid'))),
  },
]
