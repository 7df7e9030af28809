import { exponentOf } from '../../../../protocol/currency.ts'
import type { Gateway, GatewayPolicies, ProofNotification } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Notifies only of transfers and hosted payments whose proof meets a condition. */
const notifyOnlyOf = (
  isNotified: (proof: Proof, gateway: Gateway) => boolean,
): Pick<GatewayPolicies, 'notifyFirst' | 'notifyInBackground'> => ({
  notifyFirst: async (notice: ProofNotification, gateway) => {
    if (isNotified(notice.signed.proof, gateway)) await gatewayPolicies.notifyFirst(notice, gateway)
  },
  notifyInBackground: (notice, gateway) => {
    if (isNotified(notice.signed.proof, gateway)) return gatewayPolicies.notifyInBackground(notice, gateway)
  },
})

/** Faults that report a transaction or not depending on its contents (NOTIFY-01). */
export const unreportedMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'transactions without a memo are not reported',
    breaks: 'NOTIFY-01',
    story: 'The message template reads memo.length, and the worker drops whatever throws.',
    policies: notifyOnlyOf(({ memo }) => memo !== undefined),
  },
  {
    name: 'transfers without a reference are not reported',
    breaks: 'NOTIFY-01',
    story: 'The merchant could not find the order by anything, so the message seemed useless.',
    policies: notifyOnlyOf(({ to }) => Boolean(to.reference)),
  },
  {
    name: 'transfers of a merchant are not reported',
    breaks: 'NOTIFY-01',
    story: 'If both parties have a webhook, the payer was mistaken for the recipient, and it already knows.',
    policies: notifyOnlyOf(({ from }, { store }) =>
      store.accountsOf(from.ocid).every(({ webhook }) => webhook === undefined),
    ),
  },
  {
    name: 'transactions of less than one unit are not reported',
    breaks: 'NOTIFY-01',
    story: 'parseInt(amount) guards the message against empty amounts.',
    policies: notifyOnlyOf(({ amount }) => Number.parseInt(amount, 10) > 0),
  },
  {
    name: 'transactions in a currency without minor digits are not reported',
    kind: 'ends',
    breaks: 'NOTIFY-01',
    story: 'The amount is split at its point, and nothing is sent without one.',
    policies: notifyOnlyOf(({ currency }) => exponentOf(currency) !== 0),
  },
]
