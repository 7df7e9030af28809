import type { JsonObject } from '../../../../protocol/json/json.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { PendingPayment } from '../../../../reference/gateway/records.ts'
import type { PaymentRequest, Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { changeProof } from '../support/responses.ts'

const sent = (request: object): JsonObject => request as JsonObject

/** Copies some members of a proof from the body of the transfer, if present. */
const proofWith = (...names: (keyof Proof)[]): Partial<GatewayPolicies> =>
  changeProof((proof, request) => ({
    ...proof,
    ...Object.fromEntries(names.flatMap(name => (name in request ? [[name, sent(request)[name]]] : []))),
  }))

/** Copies some members of a payment from the body of its request, if present. */
const paymentWith = (...names: (keyof PendingPayment)[]): Partial<GatewayPolicies> => ({
  newPayment: creation => ({
    ...gatewayPolicies.newPayment(creation),
    ...Object.fromEntries(
      names.flatMap(name => (name in creation.request ? [[name, sent(creation.request)[name]]] : [])),
    ),
  }),
})

/** Writes a member of the body of a request into the response to it. */
const answerWith = (name: 'status' | 'settlement'): Partial<GatewayPolicies> => {
  const requests = new Map<unknown, PaymentRequest>()
  return {
    newPayment: creation => {
      const payment = gatewayPolicies.newPayment(creation)
      requests.set(payment.txid, creation.request)
      return payment
    },
    answer: (operation, body) => {
      const request = requests.get(body.txid) ?? {}
      const value = operation === 'payment.create' ? sent(request)[name] : undefined
      return gatewayPolicies.answer(operation, { ...body, ...(value === undefined ? {} : { [name]: value }) })
    },
  }
}

/** Faults of a gateway that copies more from a body than it should. */
export const targetSetMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a transfer takes its txid from the body',
    kind: 'echoes',
    breaks: 'TRANSFER-05',
    story: '{ txid, ...body }: the last one wins.',
    policies: proofWith('txid'),
  },
  {
    name: 'the time of a transfer is that of the body',
    kind: 'echoes',
    breaks: 'TRANSFER-02',
    story: 'The table has a default for timestamp, and the insert uses every column of the body.',
    policies: proofWith('timestamp'),
  },
  {
    name: 'the issuer of a proof is that of the body',
    kind: 'echoes',
    breaks: 'TRANSFER-02',
    story: '{ issuer: own, ...body }.',
    policies: proofWith('issuer'),
  },
  {
    name: 'a payment takes its txid from the body',
    kind: 'echoes',
    breaks: 'PAYMENT-12',
    story: 'Object.assign(payment, body).',
    policies: paymentWith('txid'),
  },
  {
    name: 'a payment is as old as its body says',
    kind: 'echoes',
    breaks: 'PAYMENT-06',
    story: 'createdAt has a default, and the insert uses every column of the body.',
    policies: paymentWith('createdAt'),
  },
  {
    name: 'a payment has the status of its body',
    kind: 'echoes',
    breaks: 'PAYMENT-01',
    story: 'The response is { status, txid, settlement, ...body }.',
    policies: answerWith('status'),
  },
  {
    name: 'a payment has the settlement providers of its body',
    kind: 'echoes',
    breaks: 'PAYMENT-07',
    story: 'The response is { status, txid, settlement, ...body }.',
    policies: answerWith('settlement'),
  },
]
