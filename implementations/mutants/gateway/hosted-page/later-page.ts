import { fromMinorUnits, toMinorUnits } from '../../../../protocol/amount.ts'
import type { CheckoutView, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { html } from '../../../../reference/service/html.ts'
import { pageHeaders } from '../../../../reference/service/page.ts'
import { withSecondPage } from '../../../support/second-page.ts'
import type { Mutant } from '../../mutant.ts'
import { notifyOfSession } from '../support/notifications.ts'

const withFee = ({ session: { order } }: CheckoutView) => {
  const units = (toMinorUnits(order.amount, order.currency) ?? 0n) + 30n
  return html`<p>Total: ${fromMinorUnits(units, order.currency)} ${order.currency}</p>`
}

/** Accepts a payment option that was declined earlier in the session. */
const declineOnce = (): Partial<GatewayPolicies> => {
  const declined = new Set<string>()
  return {
    charge: async (option, session) => {
      if ((await gatewayPolicies.charge(option, session)) || declined.has(session.id)) return true
      declined.add(session.id)
      return false
    },
  }
}

/** Accepts a payment confirmed on the summary, even if the session has reached this status since the page was opened. */
const paidWhenConfirmed = (status: string) =>
  withSecondPage({
    isPayable: isConfirmed => session =>
      gatewayPolicies.isPayable(session) || (session.status === status && isConfirmed(session.id)),
  })

/** Faults of the pages between the hosted page and its payment, and of a second attempt (PAGE-01, PAGE-04, PAGE-05, PAGE-09, PAGE-10, PAGE-13). */
export const laterPageMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the summary before the payment shows the amount with a fee',
    breaks: 'PAGE-01',
    story: 'It was copied from another product, whose customers pay a fee.',
    ...withSecondPage({ summary: withFee }),
  },
  {
    name: 'the summary before the payment shows the amount in minor units',
    breaks: 'PAGE-01',
    story: 'Its template gets the request to the acquirer.',
    ...withSecondPage({
      summary: ({ session: { order } }) =>
        html`<p>Total: ${String(toMinorUnits(order.amount, order.currency))} ${order.currency}</p>`,
    }),
  },
  {
    name: 'a cancel on the summary before the payment leads to urls.completed',
    breaks: 'PAGE-04',
    story: 'Both buttons end the same step, and the step has one address.',
    ...withSecondPage({
      nextAddress: isCancelledLate => (result, gateway) =>
        isCancelledLate(result.session.id)
          ? result.session.urls.completed
          : gatewayPolicies.nextAddress(result, gateway),
    }),
  },
  {
    name: 'a cancel on the summary before the payment leaves the customer there',
    breaks: 'PAGE-04',
    story: "Only the first page knows the order's addresses.",
    ...withSecondPage({
      nextAddress: isCancelledLate => (result, gateway) =>
        isCancelledLate(result.session.id)
          ? gateway.policies.redirectUrl('cancelled', gateway)
          : gatewayPolicies.nextAddress(result, gateway),
    }),
  },
  {
    name: 'a cancel on the summary before the payment is reported like a payment',
    breaks: 'PAGE-04',
    alsoBreaks: ['NOTIFY-04', 'FLOW-03'],
    story: 'The payment is made when the summary is left, either way.',
    ...withSecondPage({
      nextAddress: isCancelledLate => (result, gateway) => {
        if (isCancelledLate(result.session.id)) notifyOfSession(result.session, gateway)
        return gatewayPolicies.nextAddress(result, gateway)
      },
    }),
  },
  {
    name: 'the memo is put into the summary before the payment as it is',
    breaks: 'PAGE-09',
    story: 'The first page uses a template engine that escapes; the summary is assembled by hand.',
    ...withSecondPage({ summary: ({ session: { order } }) => `<p>${order.memo ?? ''}</p>` }),
  },
  {
    name: 'the summary before the payment may be framed',
    breaks: 'PAGE-10',
    story: 'The headers are set where sessions are opened.',
    ...withSecondPage({
      headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-store' },
    }),
  },
  {
    name: 'the summary before the payment is cached for a minute',
    breaks: 'PAGE-10',
    story: 'Customers went back and forth, and each time took long.',
    ...withSecondPage({ headers: { ...pageHeaders, 'cache-control': 'max-age=60' } }),
  },
  {
    name: 'a session is paid by each summary that was opened before',
    breaks: 'PAGE-05',
    story: 'Whether it is paid is looked up only when the summary is made.',
    ...paidWhenConfirmed('paid'),
  },
  {
    name: 'a summary that is open is paid when its order has expired',
    breaks: 'PAGE-13',
    story: 'Whether it has expired is looked up only when the summary is made.',
    ...paidWhenConfirmed('expired'),
  },
  {
    name: 'a payment that fails twice goes through',
    breaks: 'PAGE-04',
    story: 'The second attempt finds the record of the first, and mistakes it for a payment.',
    policies: declineOnce(),
  },
]
