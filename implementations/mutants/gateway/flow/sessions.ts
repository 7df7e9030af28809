import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'

/** How often the page of each session was shown. */
const shown = new Map<string, number>()

/** The sessions that were cancelled, and those with a failed payment after they were paid. */
const cancelled = new Set<string>()
const reopened = new Set<string>()

/** The sessions with a failed payment. */
const declined = new Set<string>()

/** Faults that show only after several steps in several tabs of one session (FLOW-03, PAGE-03, PAGE-05). */
export const sessionSeriesMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a cancelled session is paid through a tab that was opened earlier',
    breaks: 'FLOW-03',
    kind: 'models',
    story:
      'A cancel ends the attempt of its tab; that of another tab is paid, and the customer is sent where the session says.',
    policies: {
      checkoutPage: view => {
        shown.set(view.session.id, (shown.get(view.session.id) ?? 0) + 1)
        return gatewayPolicies.checkoutPage(view)
      },
      isPayable: ({ id, status }) => status === 'pending' || (status === 'cancelled' && (shown.get(id) ?? 0) > 1),
      nextAddress: (result, gateway) => {
        const { session } = result
        if (session.status === 'cancelled') cancelled.add(session.id)
        return cancelled.has(session.id) ? session.urls.cancelled : gatewayPolicies.nextAddress(result, gateway)
      },
    },
  },
  {
    name: 'a payment after one that failed is not reported to the merchant',
    breaks: 'PAGE-03',
    kind: 'models',
    story: 'A decline removes the session from the list to notify, and nothing puts it back.',
    policies: {
      charge: async ({ succeeds }, { id }) => {
        if (!succeeds) declined.add(id)
        return succeeds
      },
      notifyFirst: async (notice, gateway) => {
        const { reference } = notice.signed.proof.from
        if (!declined.has(reference ?? '')) await gatewayPolicies.notifyFirst(notice, gateway)
      },
    },
  },
  {
    name: 'a payment that fails opens a paid session again',
    breaks: 'PAGE-05',
    kind: 'models',
    story: 'A declined card resets the session to pending, so that the customer can try another.',
    policies: {
      isPayable: ({ status }) => status === 'pending' || status === 'paid',
      charge: async ({ succeeds }, { id, status }) => {
        if (status === 'paid' && !succeeds) reopened.add(id)
        return succeeds && (status === 'pending' || reopened.delete(id))
      },
    },
  },
]
