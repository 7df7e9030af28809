import type { RequestParts } from '../../../../protocol/request/request.ts'
import { generatePrivateKey } from '../../../../protocol/signature/keys.ts'
import type { Gateway, GatewayPolicies, ProofNotification } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Mutant } from '../../mutant.ts'
import { toTheMinute } from '../support/minutes.ts'

/** Signs notifications over changed parts. */
const changeSignedParts = (change: (parts: RequestParts) => Partial<RequestParts>): Partial<GatewayPolicies> => ({
  notificationHeaders: (parts, key, dialect) =>
    gatewayPolicies.notificationHeaders({ ...parts, ...change(parts) }, key, dialect),
})

/** Changes notifications of transfers and hosted payments. */
const changeNotice = (change: (notice: ProofNotification, gateway: Gateway) => ProofNotification) => ({
  notifyFirst: (notice: ProofNotification, gateway: Gateway) =>
    gatewayPolicies.notifyFirst(change(notice, gateway), gateway),
  notifyInBackground: (notice: ProofNotification, gateway: Gateway) =>
    gatewayPolicies.notifyInBackground(change(notice, gateway), gateway),
})

/** A key that the gateway has not published. */
const otherKey = generatePrivateKey()

/** Delivers the proof inside an event. */
const deliverEvent = async ({ base, signed }: ProofNotification, gateway: Gateway): Promise<void> => {
  if (base === undefined) return
  const body = JSON.stringify({ event: 'transfer.completed', data: signed })
  await gateway.outbox.deliver({ url: gateway.policies.notificationUrl(base), body })
}

/** Delivers as many bytes of the notification as it has characters. */
const deliverCut = async ({ base, signed }: ProofNotification, gateway: Gateway): Promise<void> => {
  if (base === undefined) return
  const text = JSON.stringify(signed)
  const body = Buffer.from(text).subarray(0, text.length).toString()
  await gateway.outbox.deliver({ url: gateway.policies.notificationUrl(base), body })
}

let firstTimestamp: string | undefined

/** Notifies only of the first transfer for each reference. */
const notifyOnceForReference = (): GatewayPolicies['notifyInBackground'] => {
  const notified = new Set<string>()
  return (notice, gateway) => {
    const { reference = '' } = notice.signed.proof.to
    if (!notified.has(reference)) gatewayPolicies.notifyInBackground(notice, gateway)
    notified.add(reference)
  }
}

/** Notifies only of transfers without an order. */
const notifyWithoutOrder = (): Partial<GatewayPolicies> => {
  const withOrder = new Set<string>()
  return {
    proofOfTransfer: (request, gateway) => {
      const proof = gatewayPolicies.proofOfTransfer(request, gateway)
      if (request.order !== undefined) withOrder.add(proof.txid)
      return proof
    },
    notifyInBackground: (notice, gateway) => {
      if (!withOrder.has(notice.signed.proof.txid)) gatewayPolicies.notifyInBackground(notice, gateway)
    },
  }
}

/** Faults in the destination and contents of a notification (heading "Events"). */
export const notificationDeliveryMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the nonce of a notification is one of 256',
    breaks: 'NOTIFY-02',
    needsOthers: true,
    story: 'A byte of randomness, in hex.',
    policies: changeSignedParts(({ nonce }) => ({ nonce: nonce.slice(0, 2) })),
  },
  {
    name: 'the merchant is notified on another path',
    breaks: 'NOTIFY-01',
    story: "The first merchant's base already ended in /transfer.",
    policies: { notificationUrl: base => `${base}/webhook` },
  },
  {
    name: 'one webhook serves all merchants',
    breaks: 'NOTIFY-01',
    story: 'The address is a service setting, from the days of the only merchant.',
    policies: changeNotice(({ base, signed }, { directory }) => {
      const [first] = directory.merchants.values()
      return { signed, ...(base === undefined ? { base } : { base: first?.endpoint }) }
    }),
  },
  {
    name: 'the length of a notification is counted in characters',
    breaks: 'NOTIFY-03',
    story: 'Content-Length: body.length, so the merchant gets that many bytes.',
    policies: { notifyFirst: deliverCut, notifyInBackground: (notice, gateway) => void deliverCut(notice, gateway) },
  },
  {
    name: 'the notification is wrapped in an event',
    breaks: 'NOTIFY-01',
    story: 'All our webhooks have an envelope.',
    policies: {
      notifyFirst: deliverEvent,
      notifyInBackground: (notice, gateway) => void deliverEvent(notice, gateway),
    },
  },
  {
    name: 'the notification is sent as text',
    breaks: 'NOTIFY-01',
    story: 'fetch() with a string body, and no content type.',
    policies: {
      notificationHeaders: (parts, key, dialect) => ({
        ...gatewayPolicies.notificationHeaders(parts, key, dialect),
        'content-type': 'text/plain;charset=UTF-8',
      }),
    },
  },
  {
    name: 'merchants are notified of hosted payments alone',
    breaks: 'NOTIFY-01',
    story: 'Transfers were built before there were webhooks.',
    policies: { notifyInBackground: () => {} },
  },
  {
    name: 'notifications are not signed',
    breaks: 'NOTIFY-02',
    story: 'The proof is signed, which seemed to be enough.',
    policies: { notificationHeaders: () => ({ 'content-type': 'application/json' }) },
  },
  {
    name: 'the nonce of notifications is drawn when the gateway starts',
    breaks: 'NOTIFY-02',
    alsoBreaks: ['NOTIFY-06'],
    story: 'A client that is built only once makes the headers.',
    policies: changeSignedParts(() => ({ nonce: '5f1d9c3e7a' })),
  },
  {
    name: 'notifications are dated to the first one',
    breaks: 'NOTIFY-02',
    alsoBreaks: ['NOTIFY-06'],
    story: 'The client that signs them is built only once, and so are its headers.',
    policies: changeSignedParts(({ timestamp }) => {
      firstTimestamp ??= timestamp
      return { timestamp: firstTimestamp }
    }),
  },
  {
    name: 'a notification is dated to the minute',
    breaks: 'NOTIFY-02',
    alsoBreaks: ['NOTIFY-06'],
    story: 'The headers are cached for a minute, to save making them for each notification.',
    policies: {
      notificationHeaders: (parts, key, dialect) => {
        const timestamp = String(toTheMinute(key, Number(parts.timestamp)))
        return gatewayPolicies.notificationHeaders({ ...parts, timestamp }, key, dialect)
      },
    },
  },
  {
    name: 'a notification is dated in milliseconds',
    breaks: 'NOTIFY-02',
    story: 'Date.now() without the division.',
    policies: changeSignedParts(({ timestamp }) => ({ timestamp: `${timestamp}000` })),
  },
  {
    name: 'the signature of a notification names the whole address as its path',
    breaks: 'NOTIFY-02',
    alsoBreaks: ['SIG-04'],
    story: 'The client signs the whole URL that it is given.',
    policies: changeSignedParts(({ path }) => ({ path: `https://merchant.example${path}` })),
  },
  {
    name: 'X-OC-ID of a notification is the recipient',
    breaks: 'NOTIFY-02',
    story: 'The owner of the OCID is never checked.',
    policies: {
      notificationHeaders: (parts, key, dialect) => {
        const ocid = String(/\/(\d+)\/transfer/.exec(parts.path)?.[1])
        return gatewayPolicies.notificationHeaders({ ...parts, ocid }, key, dialect)
      },
    },
  },
  {
    name: 'notifications are signed with the key of another environment',
    breaks: 'NOTIFY-02',
    alsoBreaks: ['SIG-04'],
    story: 'The worker that sends them has its own settings.',
    policies: {
      notificationHeaders: (parts, _key, dialect) => gatewayPolicies.notificationHeaders(parts, otherKey, dialect),
    },
  },
  {
    name: 'the proof in a notification is signed with another key',
    breaks: 'NOTIFY-03',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'The notifier does not have the new key of the gateway.',
    policies: changeNotice(({ base, signed: { proof } }, { policies, profile }) => ({
      base,
      signed: { proof, signature: policies.signPayload(proof, otherKey, profile) },
    })),
  },
  {
    name: 'the notification has a proof of its own',
    breaks: 'NOTIFY-03',
    alsoBreaks: ['PAGE-08', 'FLOW-01'],
    story: 'The notifier rebuilds the proof, and dates it one second earlier.',
    policies: changeNotice(({ base, signed: { proof } }, gateway) => ({
      base,
      signed: signProof({ ...proof, timestamp: proof.timestamp - 1 }, gateway),
    })),
  },
  {
    name: 'the signature in a notification is that of the whole message',
    breaks: 'NOTIFY-03',
    alsoBreaks: ['SIG-04', 'FLOW-01'],
    story: 'sign(body) instead of sign(body.proof).',
    policies: changeNotice(({ base, signed: { proof } }, { policies, key, profile }) => ({
      base,
      signed: { proof, signature: policies.signPayload({ proof: { ...proof } }, key, profile) },
    })),
  },
  {
    name: 'the merchant is notified of one transfer for each reference',
    breaks: 'NOTIFY-01',
    alsoBreaks: ['NOTIFY-03'],
    story: 'Deliveries are deduplicated by reference, so that none is sent twice.',
    policies: { notifyInBackground: notifyOnceForReference() },
  },
  {
    name: 'transfers for an order are not reported',
    breaks: 'NOTIFY-01',
    alsoBreaks: ['NOTIFY-03'],
    story: "The order's webhook is called when the order is paid, and transfers were to do so later.",
    policies: notifyWithoutOrder(),
  },
]
