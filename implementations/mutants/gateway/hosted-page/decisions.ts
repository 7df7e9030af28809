import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { notify } from '../../../../reference/gateway/notification/notify.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { notifyOfSession } from '../support/notifications.ts'

/** Sends a customer who cancels after a failed payment to the address for a completed one. */
const cancelAfterFailure = (): Partial<GatewayPolicies> => {
  const failed = new Set<string>()
  return {
    nextAddress: (result, gateway) => {
      const { session, declined } = result
      if (declined) failed.add(session.id)
      return !declined && failed.has(session.id) ? session.urls.completed : gatewayPolicies.nextAddress(result, gateway)
    },
  }
}

/** Faults in the results of paying and cancelling (PAGE-03, PAGE-04). */
export const hostedPageDecisionMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the merchant is notified when the customer is gone',
    breaks: 'PAGE-03',
    story: 'Notifications go to a queue, which a worker polls every three seconds.',
    policies: {
      notifyFirst: async (notice, gateway) => void gateway.ports.after(3_000, () => void notify(notice, gateway)),
    },
  },
  {
    name: 'a hosted payment is not reported to the merchant',
    breaks: 'PAGE-03',
    alsoBreaks: ['NOTIFY-01'],
    story: 'The webhook is triggered by transfers, and the hosted page makes none.',
    policies: { notifyFirst: async () => {} },
  },
  {
    name: 'a customer who has paid is sent where a cancelled one goes',
    breaks: 'PAGE-03',
    story: 'One callback for the end of a session, with one address.',
    policies: {
      nextAddress: (decision, gateway) =>
        decision.session.status === 'paid'
          ? decision.session.urls.cancelled
          : gatewayPolicies.nextAddress(decision, gateway),
    },
  },
  {
    name: 'a cancel after a payment that failed leads to urls.completed',
    breaks: 'PAGE-04',
    story: 'A session with an attempt counts as used, and only unused ones are cancelled.',
    policies: cancelAfterFailure(),
  },
  {
    name: 'a cancel leads to urls.completed',
    breaks: 'PAGE-04',
    story: 'The session has ended either way, and ended was mistaken for completed.',
    policies: {
      nextAddress: ({ session, declined }) => (declined ? session.urls.cancelled : session.urls.completed),
    },
  },
  {
    name: 'a failed payment leads to urls.completed',
    breaks: 'PAGE-04',
    story: 'Only an exception from the acquirer counts as a failure; a decline is a normal response.',
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
    name: 'a cancel is reported to the merchant like a payment',
    breaks: 'PAGE-04',
    alsoBreaks: ['NOTIFY-04', 'FLOW-03'],
    story: 'Every end of a session runs the same hook, which creates a proof.',
    policies: {
      nextAddress: (decision, gateway) => {
        if (decision.session.status === 'cancelled') notifyOfSession(decision.session, gateway)
        return gatewayPolicies.nextAddress(decision, gateway)
      },
    },
  },
]
