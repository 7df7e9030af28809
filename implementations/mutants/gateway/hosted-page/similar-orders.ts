import { orderIsNoOther } from '../../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import { orderKey } from '../../../../reference/gateway/store.ts'
import type { Order, OrderUrls, Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { changeSessionProof, changeShownOrder } from '../members/places.ts'

/** Shows the first order with its id. */
const showFirst = (): Partial<GatewayPolicies> => {
  const known = new Map<string, Order>()
  return changeShownOrder(order => {
    const first = known.get(order.id) ?? order
    known.set(order.id, first)
    return first
  })
}

/** Replaces the order of every session with the latest one under the same id, on its page or in its payment. */
const takeLatest = (place: 'page' | 'payment'): Partial<GatewayPolicies> => {
  const latest = new Map<string, Order>()
  const current = (order: Order): Order => latest.get(`${order.ocid} ${order.id}`) ?? order
  return {
    checkoutRules: gatewayPolicies.checkoutRules.filter(rule => rule !== orderIsNoOther),
    newSession: checkout => {
      const { order } = checkout.request
      latest.set(`${order.ocid} ${order.id}`, order)
      return gatewayPolicies.newSession(checkout)
    },
    ...(place === 'page'
      ? changeShownOrder(current)
      : changeSessionProof((proof, order) => ({ ...proof, amount: current(order).amount }))),
  }
}

/** Gives every session of an order the URLs of the first one. */
const keepUrls = (): Partial<GatewayPolicies> => {
  const urls = new Map<string, OrderUrls>()
  return {
    newSession: checkout => {
      const session = gatewayPolicies.newSession(checkout)
      const key = orderKey(session)
      const first = urls.get(key) ?? session.urls
      urls.set(key, first)
      return { ...session, urls: first }
    },
  }
}

/** Cancels all sessions with the id of the order. */
const cancelEach = (): Partial<GatewayPolicies> => {
  const cancelled = new Set<string>()
  return {
    nextAddress: (result, gateway) => {
      const { status, order } = result.session
      if (status === 'cancelled') cancelled.add(order.id)
      return gatewayPolicies.nextAddress(result, gateway)
    },
    sessionStatus: (session, now, gateway) =>
      session.status === 'pending' && cancelled.has(session.order.id)
        ? 'cancelled'
        : gatewayPolicies.sessionStatus(session, now, gateway),
  }
}

/** Shows for a hosted payment the last proof with the same reference, of hosted payments or of transfers. */
const showingLast = (kind: 'hosted' | 'transfer'): Partial<GatewayPolicies> => {
  const last = new Map<string | undefined, Proof>()
  const note = (proof: Proof): Proof => {
    last.set(proof.to.reference, proof)
    return proof
  }
  return {
    ...(kind === 'hosted'
      ? { proofOfSession: (session, gateway) => note(gatewayPolicies.proofOfSession(session, gateway)) }
      : { proofOfTransfer: (request, gateway) => note(gatewayPolicies.proofOfTransfer(request, gateway)) }),
    describeTransaction: (transaction, gateway) => {
      const proof = transaction.kind === 'completed' ? transaction.signed.proof : undefined
      const other = proof?.from.ocid === gateway.ocid ? last.get(proof.to.reference) : undefined
      return other === undefined
        ? gatewayPolicies.describeTransaction(transaction, gateway)
        : { status: 'completed', ...signProof(other, gateway) }
    },
  }
}

/** Pages and proofs that are looked up by order id alone (PAGE-01, PAGE-03, PAGE-07, PAGE-08). */
export const similarOrderMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the page is rendered once for each order id',
    breaks: 'PAGE-01',
    story: 'The fragment with the cart is cached by order.id, which was unique while there was one merchant.',
    policies: showFirst(),
  },
  {
    name: 'the page shows the latest order with the id',
    breaks: 'PAGE-01',
    story:
      'A session keeps the id of its order, and INSERT … ON CONFLICT (merchant, order_id) DO UPDATE keeps the order.',
    policies: takeLatest('page'),
  },
  {
    name: 'the payment is over the latest order with the id',
    breaks: 'PAGE-07',
    story: 'The proof is made from the row in orders, which a later checkout with the same id has overwritten.',
    policies: takeLatest('payment'),
  },
  {
    name: 'a cancel ends every session with the id of the order',
    breaks: 'PAGE-03',
    story: 'UPDATE sessions SET status = … WHERE order_id = ?, without the merchant.',
    policies: cancelEach(),
  },
  {
    name: 'verify shows the last payment of an order id',
    breaks: 'PAGE-08',
    story: 'The proof of a hosted payment is found by the id of its order, which two merchants may use.',
    policies: showingLast('hosted'),
  },
  {
    name: 'verify shows the last transfer with the id of an order',
    breaks: 'PAGE-08',
    story: 'Proofs are found by recipient and reference, and a transfer also has the reference of the order.',
    policies: showingLast('transfer'),
  },
  {
    name: 'each session of an order has the addresses of the first one',
    breaks: 'PAGE-03',
    story: 'The addresses are in the table of orders, which is written when an order is new.',
    policies: keepUrls(),
  },
]
