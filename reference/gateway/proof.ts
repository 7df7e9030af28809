import type { Proof, SignedProof, TransferRequest } from '../../schemas/messages.ts'
import { unixSeconds } from '../service/ports.ts'
import type { Gateway } from './contract.ts'
import type { Payment, Session } from './records.ts'

/** A member that is there only when it has a value: JSON has no undefined. */
export const ifDefined = <Name extends string, V>(name: Name, value: V | undefined): { [N in Name]?: V } =>
  value === undefined ? {} : ({ [name]: value } as { [N in Name]?: V })

/** A transaction id that nobody can guess: verify is public. */
export const newTxid = ({ ports }: Gateway): string => ports.uuid()

/** The proof of a hosted payment (heading "Proof"). */
export const proofOfSession = ({ id, merchant, order }: Session, gateway: Gateway): Proof => ({
  txid: gateway.policies.newTxid(gateway),
  issuer: gateway.ocid,
  from: { ocid: gateway.ocid, reference: id },
  to: { ocid: merchant, reference: order.id },
  amount: order.amount,
  currency: order.currency,
  timestamp: unixSeconds(gateway.ports),
  ...ifDefined('memo', order.memo),
})

/** What the recipient recognizes a transfer by: to.reference, else the order id. */
export const recipientReference = ({ to, order }: TransferRequest): string | undefined => to.reference ?? order?.id

/** The proof of a transfer (heading "POST /transfer/create"). */
export const proofOfTransfer = (request: TransferRequest, gateway: Gateway): Proof => ({
  txid: gateway.policies.newTxid(gateway),
  issuer: gateway.ocid,
  from: { ocid: request.from.ocid, ...ifDefined('reference', request.from.reference) },
  to: { ocid: request.to.ocid, ...ifDefined('reference', gateway.policies.recipientReference(request)) },
  amount: request.amount,
  currency: request.currency,
  timestamp: unixSeconds(gateway.ports),
  ...ifDefined('memo', request.memo),
})

/** What ties a settlement proof, and then the gateway's own, to a payment: the order, else the reference, else the txid. */
export const paymentReference = ({ order, reference, txid }: Payment): string => order?.id ?? reference ?? txid

/** The gateway's own proof of a settled payment; it comes from the settlement provider. */
export const proofOfPayment = (payment: Payment, provider: Proof, gateway: Gateway): Proof => ({
  txid: payment.txid,
  issuer: gateway.ocid,
  from: { ocid: provider.issuer, reference: provider.txid },
  to: { ocid: payment.merchant, reference: paymentReference(payment) },
  amount: payment.amount,
  currency: payment.currency,
  timestamp: unixSeconds(gateway.ports),
  ...ifDefined('memo', payment.memo),
})

export const signProof = (proof: Proof, { policies, key, profile }: Gateway): SignedProof => ({
  proof,
  signature: policies.signPayload(proof, key, profile),
})
