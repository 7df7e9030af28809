import { isObject, type JsonObject } from '../../../../protocol/json/json.ts'
import { sha256Hex } from '../../../../protocol/signature/hash.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { changeMember } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { roundToCents } from '../../support/rounded-amounts.ts'
import { changeShown } from '../support/responses.ts'

/** Changes the body of a payment request before it is validated. */
const changePaymentRequest = (change: (body: JsonObject) => JsonObject): Partial<GatewayPolicies> => ({
  parseBody: bytes => {
    const body = gatewayPolicies.parseBody(bytes)
    return isObject(body) && !('from' in body) && !('order' in body && 'urls' in body) && !('txid' in body)
      ? change(body)
      : body
  },
})

/** Returns a function that counts its calls by name. */
const countByName = () => {
  const seen = new Map<string, number>()
  return (name: string): number => {
    const ordinal = (seen.get(name) ?? 0) + 1
    seen.set(name, ordinal)
    return ordinal
  }
}

const countPayments = countByName()

const countTransfers = countByName()

const amounts = new Map<string, string>()

const memos = new Map<string, string>()

/** Faults in the acceptance of payment requests, and in the identity of payments (PAYMENT-05, PAYMENT-11 to PAYMENT-13). */
export const paymentRequestMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a payment of a fraction of a cent is rounded to cents',
    kind: 'ends',
    breaks: 'PAYMENT-05',
    story: 'amount NUMERIC(12, 2): the database rounds, and the stored value is never read back.',
    policies: roundToCents(({ to }) => typeof to === 'number'),
  },
  {
    name: 'whatever can be made a number is a recipient',
    breaks: 'PAYMENT-11',
    alsoBreaks: ['FMT-08'],
    story: 'Number(to), because one client sent a string.',
    policies: changePaymentRequest(body =>
      changeMember(body, 'to', to => (to === undefined || to === null ? (to ?? {}) : Number(to))),
    ),
  },
  {
    name: 'a party is taken for a recipient',
    breaks: 'PAYMENT-11',
    story: 'Everywhere else `to` is an object, so both are accepted.',
    policies: changePaymentRequest(body => (isObject(body.to) ? { ...body, to: body.to.ocid ?? null } : body)),
  },
  {
    name: 'a payment without a currency is one in dollars',
    breaks: 'PAYMENT-11',
    alsoBreaks: ['FMT-08'],
    story: 'A default from the first version, which knew no other currency.',
    policies: changePaymentRequest(body => ('to' in body ? { currency: 'USD', ...body } : body)),
  },
  {
    name: 'the txid of a payment is the hash of its request',
    breaks: 'PAYMENT-12',
    story: 'A hash was thought to identify a request uniquely.',
    policies: {
      newPayment: order => ({
        ...gatewayPolicies.newPayment(order),
        txid: sha256Hex(JSON.stringify(order.request)),
      }),
    },
  },
  {
    name: 'the txid of a payment is the hash of its second and of what is to be paid',
    breaks: 'PAYMENT-12',
    kind: 'confusables',
    story: 'Two payments of the same person in one second were mistaken for a double click.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        const { expiresAt: _expiresAt, ...request } = order.request
        return { ...payment, txid: sha256Hex(`${payment.createdAt} ${JSON.stringify(request)}`) }
      },
    },
  },
  {
    name: 'the txid of a payment is the hash of merchant and amount',
    breaks: 'PAYMENT-12',
    alsoBreaks: [
      'FLOW-03',
      'PAYMENT-02',
      'PAYMENT-03',
      'PAYMENT-06',
      'PAYMENT-08',
      'PAYMENT-13',
      'VERIFY-05',
      'VERIFY-07',
      'NOTIFY-04',
      'PAYMENT-15',
    ],
    needsOthers: true,
    story: 'In the demonstration no amount was paid twice.',
    policies: {
      newPayment: creation => {
        const payment = gatewayPolicies.newPayment(creation)
        return { ...payment, txid: sha256Hex(`${payment.merchant} ${payment.amount}`) }
      },
    },
  },
  {
    name: 'the txid of a payment is its order',
    breaks: 'PAYMENT-12',
    story: 'An order is paid once, so its hash seemed unique enough.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        return { ...payment, txid: order.request.order ? sha256Hex(order.request.order.id) : payment.txid }
      },
    },
  },
  {
    name: 'payments and transfers of an order are counted each for itself',
    breaks: 'PAYMENT-12',
    story: 'The txid is the hash of the order and a counter, and there are two tables.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        const id = order.request.order?.id
        return { ...payment, txid: id === undefined ? payment.txid : sha256Hex(`${id} ${countPayments(id)}`) }
      },
      proofOfTransfer: (request, gateway) => {
        const proof = gatewayPolicies.proofOfTransfer(request, gateway)
        const id = request.order?.id
        return { ...proof, txid: id === undefined ? proof.txid : sha256Hex(`${id} ${countTransfers(id)}`) }
      },
    },
  },
  {
    name: 'the amounts of payments with one memo are mixed up',
    breaks: 'PAYMENT-13',
    alsoBreaks: ['PAYMENT-06'],
    story: 'A cache keyed by memo; every test had another memo.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        if (payment.memo !== undefined) {
          memos.set(payment.txid, payment.memo)
          amounts.set(payment.memo, payment.amount)
        }
        return payment
      },
      ...changeShown('pending', body =>
        changeMember(body, 'amount', amount => amounts.get(memos.get(String(body.txid)) ?? '') ?? amount ?? ''),
      ),
    },
  },
]
