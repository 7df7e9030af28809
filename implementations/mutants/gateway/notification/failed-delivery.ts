import { Refusal } from '../../../../protocol/errors.ts'
import type { RequestParts } from '../../../../protocol/request/request.ts'
import type { Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { notify } from '../../../../reference/gateway/notification/notify.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Mutant } from '../../mutant.ts'
import { deliverOnce } from '../support/notifications.ts'

type Headers = ReturnType<GatewayPolicies['notificationHeaders']>

/** Signs every further attempt with parts of the first. */
const reuseFirstAttempt = (
  change: (first: RequestParts, parts: RequestParts) => RequestParts,
): Partial<GatewayPolicies> => {
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

/** Changes the headers of every further attempt; `first`: the headers of the first. */
const changeFurtherHeaders = (change: (headers: Headers, first: Headers) => Headers): Partial<GatewayPolicies> => {
  const firsts = new Map<string, Headers>()
  return {
    notificationHeaders: (parts, key, dialect) => {
      const headers = gatewayPolicies.notificationHeaders(parts, key, dialect)
      const first = firsts.get(String(parts.body))
      firsts.set(String(parts.body), first ?? headers)
      return first === undefined ? headers : change(headers, first)
    },
  }
}

/** The txids whose notification was not accepted, by gateway. */
const undeliveredTxids = new WeakMap<Gateway['store'], Set<string>>()

/** Drops the next notification once this many consecutive attempts have failed. */
const dropAfter = (most: number): Partial<GatewayPolicies> => {
  let failures = 0
  const isDropped = (): boolean => {
    const isOpen = failures >= most
    if (isOpen) failures = 0
    return isOpen
  }
  return {
    retryAfter: (attempt, result, profile) => {
      failures = result.status === 200 && failures < most ? 0 : failures + 1
      return gatewayPolicies.retryAfter(attempt, result, profile)
    },
    notifyFirst: async (notice, gateway) => {
      if (!isDropped()) await gatewayPolicies.notifyFirst(notice, gateway)
    },
    notifyInBackground: (notice, gateway) =>
      isDropped() ? undefined : gatewayPolicies.notifyInBackground(notice, gateway),
  }
}

/** Faults in the effects of a slow or broken webhook (NOTIFY-01, NOTIFY-02, NOTIFY-05, NOTIFY-06). */
export const failedDeliveryMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'notifications stop after five failed attempts in a row',
    breaks: 'NOTIFY-01',
    // A later hosted payment may go unreported.
    alsoBreaks: ['PAGE-03'],
    story: 'A circuit breaker opens, and what is due until it closes is lost.',
    policies: dropAfter(5),
  },
  {
    name: 'a transfer waits for the webhook',
    breaks: 'NOTIFY-05',
    story: 'await notify(proof), which lasts as long as the merchant needs.',
    policies: { notifyInBackground: notify },
  },
  {
    name: 'a transfer fails with the webhook',
    breaks: 'NOTIFY-05',
    story: 'The handler parses the answer of the webhook, and any exception becomes a 502.',
    policies: {
      notifyInBackground: async (notice, gateway) => {
        if (notice.base === undefined) return
        try {
          JSON.parse(await deliverOnce(notice, gateway))
        } catch {
          throw new Refusal('NOTIFICATION_FAILED', 502, 'The merchant could not be notified.')
        }
      },
    },
  },
  {
    name: 'a transaction that could not be reported has failed',
    breaks: 'NOTIFY-05',
    alsoBreaks: ['FLOW-02', 'VERIFY-02'],
    story: 'One column holds the state of the transfer and of its notification.',
    policies: {
      notifyInBackground: async (notice, gateway) => {
        const failed = undeliveredTxids.get(gateway.store) ?? new Set()
        undeliveredTxids.set(gateway.store, failed)
        if (notice.base === undefined) return
        await deliverOnce(notice, gateway).catch(() => failed.add(notice.signed.proof.txid))
      },
      describeTransaction: (transaction, gateway) => {
        const txid = transaction.kind === 'completed' ? transaction.signed.proof.txid : ''
        const isFailed = undeliveredTxids.get(gateway.store)?.has(txid)
        return isFailed ? { status: 'failed', txid } : gatewayPolicies.describeTransaction(transaction, gateway)
      },
    },
  },
  {
    name: 'a further attempt has no headers',
    breaks: 'NOTIFY-02',
    story: 'A retry is read from the queue, which stores the body.',
    policies: changeFurtherHeaders(() => ({})),
  },
  {
    name: 'a further attempt has the signature of the first',
    breaks: 'NOTIFY-02',
    story: 'The signature is stored with the body, and everything else is new.',
    policies: changeFurtherHeaders((headers, first) => ({
      ...headers,
      'X-OC-Signature': first['X-OC-Signature'] ?? '',
    })),
  },
  {
    name: 'a further attempt has the headers of the first',
    breaks: 'NOTIFY-06',
    story: 'The whole request is queued, signature included.',
    policies: reuseFirstAttempt(first => first),
  },
  {
    name: 'a further attempt has the timestamp of the first',
    breaks: 'NOTIFY-06',
    story: 'The time of the event, not of sending.',
    policies: reuseFirstAttempt(({ timestamp }, parts) => ({ ...parts, timestamp })),
  },
  {
    name: 'a further attempt has a proof of its own',
    breaks: 'NOTIFY-06',
    story: 'The proof is dated when it is sent, which made no difference while one attempt was enough.',
    policies: {
      notifyInBackground: ({ base, signed }, gateway) => {
        if (base === undefined) return
        const again = { ...signed.proof, timestamp: signed.proof.timestamp + 1 }
        const later = () => void deliverOnce({ base, signed: signProof(again, gateway) }, gateway).catch(() => {})
        deliverOnce({ base, signed }, gateway).catch(() => gateway.ports.after(1000, later))
      },
    },
  },
  {
    name: 'a transfer has the time of the last attempt to notify',
    breaks: 'TRANSFER-14',
    story: 'One column says when the record last changed, and verify signs a proof with it.',
    policies: {
      notifyInBackground: ({ base, signed }, gateway) => {
        if (base === undefined) return
        const changed = { ...signed.proof, timestamp: signed.proof.timestamp + 1 }
        const record = () => gateway.store.recordProof(signProof(changed, gateway))
        deliverOnce({ base, signed }, gateway).catch(() => gateway.ports.after(1000, record))
      },
    },
  },
]
