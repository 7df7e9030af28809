import type { Gateway } from '../../../reference/gateway/contract.ts'
import type { CheckoutView } from '../../../reference/gateway/hosted-page/markup.ts'
import { notify } from '../../../reference/gateway/notification/notify.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Session } from '../../../reference/gateway/records.ts'
import type { OrderItem, Proof } from '../../../schemas/messages.ts'
import type { Mutant } from '../mutant.ts'
import { tellOfSession } from './told.ts'

/** The page with its markup changed. */
const pageWith = (change: (page: string, view: CheckoutView) => string) => ({
  checkoutPage: (view: CheckoutView) => change(gatewayPolicies.checkoutPage(view), view),
})

/** The page with other items than those of the order. */
const showing = (shown: (items: readonly OrderItem[]) => OrderItem[]) => ({
  checkoutPage: (view: CheckoutView) => {
    const order = { ...view.session.order, items: shown(view.session.order.items ?? []) }
    return gatewayPolicies.checkoutPage({ ...view, session: { ...view.session, order } })
  },
})

/** The proof of a hosted payment with some members other ones. */
const proofWith = (change: (session: Session, gateway: Gateway) => Partial<Proof>) => ({
  proofOfSession: (session: Session, gateway: Gateway): Proof => ({
    ...gatewayPolicies.proofOfSession(session, gateway),
    ...change(session, gateway),
  }),
})

/** What verify tells of hosted payments, told with another proof, signed anew. */
const verifyWith = (change: (proof: Proof) => Proof): Partial<GatewayPolicies> => ({
  describe: (transaction, gateway) => {
    if (transaction.kind !== 'completed' || transaction.signed.proof.from.ocid !== gateway.ocid)
      return gatewayPolicies.describe(transaction, gateway)
    const proof = change(transaction.signed.proof)
    return { status: 'completed', proof, signature: gateway.policies.signPayload(proof, gateway.key, gateway.profile) }
  },
})

/** Faults in what the hosted page shows, and in what paying and cancelling lead to. */
export const hostedPageMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the page shows no items',
    breaks: 'PAGE-01',
    story: 'The total is what matters on a small screen.',
    policies: showing(() => []),
  },
  {
    name: 'the page shows the first item alone',
    breaks: 'PAGE-01',
    story: 'items[0] in the template, from the time before there were carts.',
    policies: showing(items => items.slice(0, 1)),
  },
  {
    name: 'the page shows the OCID in place of the name',
    breaks: 'PAGE-01',
    story: 'The session has the OCID, and the name would have been a join.',
    policies: {
      checkoutPage: view =>
        gatewayPolicies.checkoutPage({ ...view, merchantName: `Merchant ${view.session.merchant}` }),
    },
  },
  {
    name: 'the page leaves the total to the items',
    breaks: 'PAGE-01',
    story: 'The items have prices, and the redesign dropped the line below them.',
    policies: pageWith((page, { session: { order } }) =>
      page.replace(/<p class="amount">.*?<\/p>/, '').replace(`Pay ${order.amount} ${order.currency}`, 'Pay'),
    ),
  },
  {
    name: 'there is no way to cancel',
    breaks: 'PAGE-02',
    story: 'Whoever wants to leave closes the window.',
    policies: pageWith(page => page.replace(/<button class="quiet".*<\/button>/, '')),
  },
  {
    name: 'the button to pay waits for terms that the page no longer shows',
    breaks: 'PAGE-02',
    story: 'The button is enabled by a tick, and the box was removed.',
    policies: pageWith(page => page.replace('value="pay"', 'value="pay" disabled')),
  },
  {
    name: 'the merchant is told when the customer is gone',
    breaks: 'PAGE-03',
    story: 'Notifications go to a queue, whose worker looks every 30 ms.',
    policies: {
      notifyFirst: async (notice, gateway) => void gateway.ports.after(30, () => void notify(notice, gateway)),
    },
  },
  {
    name: 'a hosted payment is not told to the merchant',
    breaks: 'PAGE-03',
    alsoBreaks: ['NOTIFY-01'],
    story: 'The webhook hangs on the transfer, and the hosted page makes none.',
    policies: { notifyFirst: async () => {} },
  },
  {
    name: 'a customer who has paid is sent where a cancelled one goes',
    breaks: 'PAGE-03',
    story: 'A callback for the end of a session, with one address.',
    policies: {
      nextAddress: (decision, gateway) =>
        decision.session.status === 'paid'
          ? decision.session.urls.cancelled
          : gatewayPolicies.nextAddress(decision, gateway),
    },
  },
  {
    name: 'a cancel leads to urls.completed',
    breaks: 'PAGE-04',
    story: 'The session is over either way, and over meant completed.',
    policies: {
      nextAddress: ({ session, declined }) => (declined ? session.urls.cancelled : session.urls.completed),
    },
  },
  {
    name: 'a failed payment leads to urls.completed',
    breaks: 'PAGE-04',
    story: 'Only an exception of the acquirer counts as a failure; a decline is an answer.',
    policies: {
      nextAddress: (decision, gateway) =>
        decision.declined ? decision.session.urls.completed : gatewayPolicies.nextAddress(decision, gateway),
    },
  },
  {
    name: 'a failed payment leaves the customer on the page',
    breaks: 'PAGE-04',
    story: 'So that another card can be tried; the shop never hears of the first.',
    policies: {
      nextAddress: (decision, gateway) =>
        decision.declined
          ? gateway.policies.redirectUrl(decision.session.id, gateway)
          : gatewayPolicies.nextAddress(decision, gateway),
    },
  },
  {
    name: 'a cancel is told to the merchant like a payment',
    breaks: 'PAGE-04',
    alsoBreaks: ['NOTIFY-04', 'FLOW-03'],
    story: 'Every end of a session runs the same hook, which makes a proof.',
    policies: {
      nextAddress: (decision, gateway) => {
        if (decision.session.status === 'cancelled') tellOfSession(decision.session, gateway)
        return gatewayPolicies.nextAddress(decision, gateway)
      },
    },
  },
  {
    name: "the proof names the order by the merchant's own reference",
    breaks: 'PAGE-07',
    alsoBreaks: ['FLOW-01'],
    story: 'order.reference reads like what to.reference should be.',
    policies: proofWith(({ merchant, order }) => ({
      to: { ocid: merchant, reference: order.reference ?? order.id },
    })),
  },
  {
    name: 'the amount of a hosted payment is rounded',
    breaks: 'PAGE-07',
    alsoBreaks: ['FLOW-01'],
    story: 'Math.round() to get rid of 0.30000000000000004, without the hundred on both sides.',
    policies: proofWith(({ order }) => ({ amount: String(Math.round(Number(order.amount))) })),
  },
  {
    name: 'the merchant is the issuer of the proof',
    breaks: 'PAGE-07',
    story: 'The session has one OCID, and it went into both places.',
    policies: proofWith(({ merchant }) => ({ issuer: merchant })),
  },
  {
    name: 'verify shows a hosted payment with the time of asking',
    breaks: 'PAGE-08',
    alsoBreaks: ['FLOW-01'],
    story: 'The proof is built again from the session, current time included.',
    policies: verifyWith(proof => ({ ...proof, timestamp: proof.timestamp + 1 })),
  },
  {
    name: 'verify shows a hosted payment without its memo',
    breaks: 'PAGE-08',
    alsoBreaks: ['FLOW-01'],
    story: 'The table of transactions has no column for it.',
    policies: verifyWith(({ memo: _memo, ...proof }) => proof),
  },
  {
    name: 'a hosted payment is one transaction with its session',
    breaks: 'PAGE-12',
    story: 'The session id is unique, so why a second id.',
    policies: proofWith(({ id }) => ({ txid: id })),
  },
  {
    name: 'a hosted payment is dated to its order',
    breaks: 'PAGE-12',
    story: 'createdAt was the timestamp at hand.',
    policies: proofWith(({ order, createdAt }) => ({ timestamp: order.createdAt ?? createdAt })),
  },
]
