import { request } from 'node:http'
import { gzipSync } from 'node:zlib'
import { joinPath } from '../../../protocol/base-url.ts'
import { referenceProfile } from '../../../protocol/profile.ts'
import { signRequest } from '../../../protocol/request/request.ts'
import type { Gateway, GatewayPolicies, ProofNotification } from '../../../reference/gateway/contract.ts'
import { notify, notifyFirst, notifyInBackground } from '../../../reference/gateway/notification/notify.ts'
import { notificationHeaders, openOutbox, retryAfter } from '../../../reference/gateway/notification/outbox.ts'
import { type Send, within } from '../../../reference/service/ports.ts'
import { belowBase } from '../support/dialects.ts'
import type { Variant } from '../variant.ts'

const { notification } = referenceProfile

/** Notifies the merchant before the response to the transfer, and waits at most two seconds. */
const notifyBeforeResponse: GatewayPolicies['notifyInBackground'] = (notice, gateway) =>
  within(gateway.ports, 2_000, () => notify(notice, gateway)).catch(() => {})

/** Notifies a moment later, like a worker that polls a queue. */
const notifyLater: GatewayPolicies['notifyInBackground'] = (notice, gateway) =>
  void gateway.ports.after(200, () => void notify(notice, gateway))

/** Notifies at the next poll of a worker, every four seconds. */
const notifyByQueue: GatewayPolicies['notifyInBackground'] = (notice, gateway) => {
  const period = 4_000
  gateway.ports.after(period - (gateway.ports.now() % period), () => void notify(notice, gateway))
}

/** After five consecutive failed attempts, notifies of transfers only once a pause is over; none is lost. */
const pauseAfterFailures = (pauseMs: number): Partial<GatewayPolicies> => {
  let failures = 0
  let pausedUntil = 0
  return {
    retryAfter: (attempt, result, profile) => {
      failures = isSuccess(result.status) ? 0 : failures + 1
      if (failures === 5) pausedUntil = performance.now() + pauseMs
      return retryAfter(attempt, result, profile)
    },
    notifyInBackground: (notice, gateway) =>
      void gateway.ports.after(Math.max(0, pausedUntil - performance.now()), () => void notify(notice, gateway)),
  }
}

/** Notifies the sender as well, if it has a webhook. */
const notifyBothParties: GatewayPolicies['notifyInBackground'] = (notice: ProofNotification, gateway: Gateway) => {
  const { signed } = notice
  const bases = gateway.store.accountsOf(signed.proof.from.ocid).flatMap(({ webhook }) => webhook ?? [])
  for (const base of new Set(bases)) void notifyInBackground({ base, signed }, gateway)
  return notifyInBackground(notice, gateway)
}

/** Sends a compressed body, and the whole address in the request line, as to a proxy. */
const sendCompressed: Send = ({ method, url, headers, body = '', signal }) =>
  new Promise((resolve, reject) => {
    const { hostname: host, port } = new URL(url)
    const bytes = gzipSync(body)
    const lines = { ...headers, 'content-encoding': 'gzip', 'content-length': bytes.length }
    const sent = request({ host, port, method, path: url, headers: lines, signal }, response => {
      response.resume()
      resolve({ status: response.statusCode ?? 0, text: '' })
    })
    sent.on('error', reject).end(bytes)
  })

const withCompression = (gateway: Gateway): Gateway => ({
  ...gateway,
  outbox: openOutbox({ ...gateway, ports: { ...gateway.ports, send: sendCompressed } }),
})

/** Adds headers, and writes the four in lower case. */
const addHeaders: GatewayPolicies['notificationHeaders'] = (parts, key, dialect) => {
  const signed = Object.entries(signRequest(parts, key, dialect))
  return {
    'Content-Type': 'application/json; charset=utf-8',
    'User-Agent': 'gw-notifier/3',
    'Idempotency-Key': parts.nonce,
    ...Object.fromEntries(signed.map(([name, value]) => [name.toLowerCase(), value])),
  }
}

const isSuccess = (status: number | undefined) => status !== undefined && status >= 200 && status < 300

/** Other retries, timeouts, headers and bodies of notifications ("Events" specifies neither retry policy nor timeout). */
export const notificationVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'a notification is signed for the path below the base of the merchant',
    story: 'The client has a base URL, and sees only the rest of the path.',
    policies: {
      notificationHeaders: (parts, key, dialect) =>
        notificationHeaders(parts, key, { ...dialect, canonicalRequest: belowBase }),
    },
  },
  {
    name: 'a notification is signed in another encoding than requests are verified in',
    story: 'Sending and receiving were written by two teams.',
    policies: {
      notificationHeaders: (parts, key, dialect) =>
        notificationHeaders(parts, key, { ...dialect, headerSignatureEncoding: 'compact-base64url' }),
    },
  },
  {
    name: 'notifications of transfers go through a queue that is polled every four seconds',
    story: 'An outbox table and a worker: no notification is lost, and none is sent immediately.',
    policies: { notifyInBackground: notifyByQueue },
  },
  {
    name: 'notifications of transfers pause after five failed attempts in a row',
    story: 'A circuit breaker opens, and what is due waits until it closes.',
    // A little longer than the self-test waits for a notification.
    policies: pauseAfterFailures(5_500),
  },
  {
    name: 'the proof of a hosted payment is on its way while the customer is',
    story: 'The request is sent without waiting for its response, which arrives a moment later.',
    policies: {
      notifyFirst: async (notice, gateway) => void gateway.ports.after(300, () => void notify(notice, gateway)),
    },
  },
  {
    name: 'a notification is sent once',
    story: 'A merchant that missed it can ask verify.',
    policies: { retryAfter: () => undefined },
  },
  {
    name: 'attempts are half a second apart',
    story: 'Most webhooks recover immediately.',
    profile: { notification: { ...notification, retrySeconds: [0.5, 0.5, 0.5, 0.5] } },
  },
  {
    name: 'the second attempt is a minute later',
    story: 'A server that is down stays down for a while.',
    profile: { notification: { ...notification, retrySeconds: [60, 600, 3600] } },
  },
  {
    name: 'every status but 2xx is tried again',
    story: 'One rule for all.',
    policies: {
      retryAfter: (attempt, { status }, profile) =>
        isSuccess(status) ? undefined : profile.notification.retrySeconds[attempt - 1],
    },
  },
  {
    name: 'a notification is given up after one second',
    story: 'Workers are few.',
    profile: { notification: { ...notification, timeoutMs: 1_000 } },
  },
  {
    name: 'customers wait for the merchant half a second at most',
    story: 'Customers dislike a blank page.',
    profile: { notification: { ...notification, redirectWaitMs: 500 } },
  },
  {
    name: 'the caller of a transfer waits for the notification',
    story: 'Everything in one request, with a limit.',
    policies: { notifyInBackground: notifyBeforeResponse },
  },
  {
    name: 'merchants are notified of transfers a moment later',
    story: 'A worker polls the outbox a few times per second.',
    policies: { notifyInBackground: notifyLater },
  },
  {
    name: 'the sending merchant is notified, too',
    story: '"A transfer involving the merchant\'s OCID."',
    policies: { notifyInBackground: notifyBothParties },
  },
  {
    name: 'notifications carry headers of their own, in lower case',
    story: 'Our HTTP client adds them.',
    policies: { notificationHeaders: addHeaders },
  },
  {
    name: 'notifications are compressed, with the whole address in the request line',
    story: 'They go out through a forward proxy that saves bytes.',
    policies: {
      notifyFirst: (notice, gateway) => notifyFirst(notice, withCompression(gateway)),
      notifyInBackground: (notice, gateway) => notifyInBackground(notice, withCompression(gateway)),
    },
  },
  {
    name: 'notifications are written with white space',
    story: 'The serializer pretty-prints.',
    policies: {
      notifyFirst: async (notice, gateway) => notifyIndented(notice, gateway),
      notifyInBackground: (notice, gateway) => void notifyIndented(notice, gateway),
    },
  },
]

const notifyIndented = async (
  { base, signed: { proof, signature } }: ProofNotification,
  { outbox }: Gateway,
): Promise<void> => {
  if (base === undefined) return
  await outbox.deliver({
    url: joinPath(base, '/transfer/webhook'),
    body: JSON.stringify({ signature, proof }, null, '\t'),
  })
}
