import { Refusal } from '../../../protocol/errors.ts'
import type { RequestParts } from '../../../protocol/request.ts'
import { admission, orderHasNotExpired } from '../../../reference/gateway/checkout.ts'
import type { Gateway } from '../../../reference/gateway/contract.ts'
import { notify } from '../../../reference/gateway/notification/notify.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { given, proofOfTransfer, signProof } from '../../../reference/gateway/proof.ts'
import type { Payment } from '../../../reference/gateway/records.ts'
import { transferChecks } from '../../../reference/gateway/transfer.ts'
import type { Proof } from '../../../schemas/messages.ts'
import { replaced } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { delivered, tell, tellOfSession } from './told.ts'

/** What a payment that is not settled would be as a proof. */
const proofOfPending = (
  { txid, caller, merchant, reference, amount, currency, createdAt }: Payment,
  ocid: number,
): Proof => ({
  txid,
  issuer: ocid,
  from: { ocid: caller },
  to: { ocid: merchant, ...given('reference', reference) },
  amount,
  currency,
  timestamp: createdAt,
})

/** The headers of the first attempt for every further one: whole, or some parts of them. */
const kept = (change: (first: RequestParts, parts: RequestParts) => RequestParts): Partial<GatewayPolicies> => {
  const firsts = new Map<string, RequestParts>()
  return {
    notificationHeaders: (parts, key, dialect) => {
      const body = String(parts.body)
      const first = firsts.get(body) ?? parts
      firsts.set(body, first)
      return gatewayPolicies.notificationHeaders(change(first, parts), key, dialect)
    },
  }
}

/** The txids of a gateway that no webhook took. */
const untold = new WeakMap<Gateway['store'], Set<string>>()

/** Faults in when a merchant is told, and in what a webhook can break. */
export const notificationFaultMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a refused transfer is told to the merchant as well',
    breaks: 'NOTIFY-04',
    alsoBreaks: ['TRANSFER-11'],
    story: 'The notification is in a finally block.',
    policies: {
      transferChecks: [
        subject => {
          const [refusal] = transferChecks.flatMap(check => check(subject) ?? [])
          if (refusal) tell(proofOfTransfer(subject.request, subject.gateway), subject.gateway)
          return refusal
        },
      ],
    },
  },
  {
    name: 'the merchant is told before the balance is looked at',
    breaks: 'NOTIFY-04',
    alsoBreaks: ['TRANSFER-11'],
    story: 'The notification goes with the proof, and the proof is made before the money moves.',
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
    name: 'a pending payment is told to the merchant',
    breaks: 'NOTIFY-04',
    story: 'The merchant wants to know early, and the only message that there is says paid.',
    policies: {
      newPayment: order => {
        const payment = gatewayPolicies.newPayment(order)
        tell(proofOfPending(payment, order.gateway.ocid), order.gateway)
        return payment
      },
    },
  },
  {
    name: 'a failed payment is told to the merchant',
    breaks: 'NOTIFY-04',
    alsoBreaks: ['PAGE-04', 'FLOW-03'],
    story: 'An attempt is an attempt, and the message has no status.',
    policies: {
      nextAddress: (decision, gateway) => {
        if (decision.declined) tellOfSession(decision.session, gateway)
        return gatewayPolicies.nextAddress(decision, gateway)
      },
    },
  },
  {
    name: 'an expired order is told to the merchant',
    breaks: 'NOTIFY-04',
    story: 'So that it can be closed there, by the only message that there is.',
    policies: {
      admission: replaced(admission, orderHasNotExpired, ({ caller, request, gateway }) => {
        const refusal = orderHasNotExpired({ caller, request, gateway })
        const session = gatewayPolicies.newSession({ caller, request, gateway })
        if (refusal) tellOfSession(session, gateway)
        return refusal
      }),
    },
  },
  {
    name: 'a transfer waits for the webhook',
    breaks: 'NOTIFY-05',
    story: 'await notify(proof), which takes as long as the merchant likes.',
    policies: { notifyInBackground: notify },
  },
  {
    name: 'a transfer fails with the webhook',
    breaks: 'NOTIFY-05',
    story: 'The answer of the webhook is parsed in the handler, and whatever is thrown there is a 502.',
    policies: {
      notifyInBackground: async (notice, gateway) => {
        if (notice.base === undefined) return
        try {
          JSON.parse(await delivered(notice, gateway))
        } catch {
          throw new Refusal('NOTIFICATION_FAILED', 502, 'The merchant could not be notified.')
        }
      },
    },
  },
  {
    name: 'a transaction that could not be told has failed',
    breaks: 'NOTIFY-05',
    alsoBreaks: ['FLOW-02'],
    story: 'One column for the state of the transfer and for that of its notification.',
    policies: {
      notifyInBackground: async (notice, gateway) => {
        const failed = untold.get(gateway.store) ?? new Set()
        untold.set(gateway.store, failed)
        if (notice.base === undefined) return
        await delivered(notice, gateway).catch(() => failed.add(notice.signed.proof.txid))
      },
      describe: (transaction, gateway) => {
        const txid = transaction.kind === 'completed' ? transaction.signed.proof.txid : ''
        const isFailed = untold.get(gateway.store)?.has(txid)
        return isFailed ? { status: 'failed', txid } : gatewayPolicies.describe(transaction, gateway)
      },
    },
  },
  {
    name: 'a further attempt has the headers of the first',
    breaks: 'NOTIFY-06',
    story: 'The request is put into the queue as a whole, signature included.',
    policies: kept(first => first),
  },
  {
    name: 'a further attempt has the timestamp of the first',
    breaks: 'NOTIFY-06',
    story: 'The time of the event, and not that of sending.',
    policies: kept(({ timestamp }, parts) => ({ ...parts, timestamp })),
  },
  {
    name: 'a further attempt has a proof of its own',
    breaks: 'NOTIFY-06',
    story: 'The proof is stamped when it is sent, which was the same as long as one attempt was enough.',
    policies: {
      notifyInBackground: ({ base, signed }, gateway) => {
        if (base === undefined) return
        const again = { ...signed.proof, timestamp: signed.proof.timestamp + 1 }
        const later = () => void delivered({ base, signed: signProof(again, gateway) }, gateway).catch(() => {})
        delivered({ base, signed }, gateway).catch(() => gateway.ports.after(1000, later))
      },
    },
  },
]
