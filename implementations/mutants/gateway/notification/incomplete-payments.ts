import { checkoutRules, orderHasNotExpired } from '../../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { notify } from '../../../../reference/gateway/notification/notify.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Payment } from '../../../../reference/gateway/records.ts'
import { proofOfTransfer, transferRules } from '../../../../reference/gateway/transfer.ts'
import { ifDefined } from '../../../../reference/service/if-defined.ts'
import type { Proof } from '../../../../schemas/messages.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { notifyMerchant, notifyOfSession } from '../support/notifications.ts'

/** Returns a proof of a payment that is still pending. */
const proofOfPending = (
  { txid, caller, merchant, reference, amount, currency, createdAt }: Payment,
  ocid: number,
): Proof => ({
  txid,
  issuer: ocid,
  from: { ocid: caller },
  to: { ocid: merchant, ...ifDefined('reference', reference) },
  amount,
  currency,
  timestamp: createdAt,
})

/** Notifications of transactions that are not completed (NOTIFY-04). */
export const incompletePaymentMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a refused transfer is reported to the merchant as well',
    breaks: 'NOTIFY-04',
    alsoBreaks: ['TRANSFER-11'],
    story: 'The notification is sent in a finally block.',
    policies: {
      transferRules: [
        subject => {
          const [refusal] = transferRules.flatMap(check => check(subject) ?? [])
          if (refusal) notifyMerchant(proofOfTransfer(subject.request, subject.gateway), subject.gateway)
          return refusal
        },
      ],
    },
  },
  {
    name: 'a refused transfer is reported to the merchant three seconds later',
    breaks: 'NOTIFY-04',
    alsoBreaks: ['TRANSFER-11'],
    needsOthers: true,
    story: 'A sweeper sends every row of the transfer table, and mistakes a refused one for a stuck one.',
    policies: {
      transferRules: [
        subject => {
          const { request, gateway } = subject
          const [refusal] = transferRules.flatMap(check => check(subject) ?? [])
          if (refusal)
            gateway.ports.after(3_000, () => notifyMerchant(gatewayPolicies.proofOfTransfer(request, gateway), gateway))
          return refusal
        },
      ],
    },
  },
  {
    name: 'the merchant is notified before the balance is checked',
    breaks: 'NOTIFY-04',
    alsoBreaks: ['TRANSFER-11'],
    story: 'The notification carries the proof, which is made before the money moves.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const proof = gatewayPolicies.proofOfTransfer(request, gateway)
        const base = gateway.store.account(request.to.ocid, request.currency)?.webhook
        void notify({ base, signed: signProof(proof, gateway) }, gateway)
        return proof
      },
      notifyInBackground: () => {},
    },
  },
  {
    name: 'a pending payment is reported to the merchant',
    breaks: 'NOTIFY-04',
    story: 'The merchant wants to know early, and there is only one message: paid.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        notifyMerchant(proofOfPending(payment, order.gateway.ocid), order.gateway)
        return payment
      },
    },
  },
  {
    name: 'a failed payment is reported to the merchant',
    breaks: 'NOTIFY-04',
    alsoBreaks: ['PAGE-04', 'FLOW-03'],
    story: 'The message has no status, so every attempt sends it.',
    policies: {
      nextAddress: (decision, gateway) => {
        if (decision.declined) notifyOfSession(decision.session, gateway)
        return gatewayPolicies.nextAddress(decision, gateway)
      },
    },
  },
  {
    name: 'an expired order is reported to the merchant',
    breaks: 'NOTIFY-04',
    story: 'The merchant should close the order, and there is only one message.',
    policies: {
      checkoutRules: replace(checkoutRules, orderHasNotExpired, ({ caller, request, gateway }) => {
        const refusal = orderHasNotExpired({ caller, request, gateway })
        const session = gatewayPolicies.newSession({ caller, request, gateway })
        if (refusal) notifyOfSession(session, gateway)
        return refusal
      }),
    },
  },
]
