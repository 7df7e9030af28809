import type { Json, JsonObject } from '../../protocol/json.ts'
import { layer, nonceIsNew, requestIsFresh, requestIsSigned } from '../../reference/authentication.ts'
import type { Check } from '../../reference/checks.ts'
import {
  admission,
  merchantIsRegistered,
  orderHasNotExpired,
  orderIsSigned,
  settlementIsAccepted,
} from '../../reference/gateway/checkout.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../reference/gateway/policies.ts'
import { callerMayDebit, transferChecks } from '../../reference/gateway/transfer.ts'

import type { Mutant } from './mutant.ts'

const without = <S>(checks: readonly Check<S>[], dropped: Check<S>): Check<S>[] =>
  checks.filter(check => check !== dropped)

const swapped = <S>(checks: readonly S[], a: S, b: S): S[] => checks.map(one => (one === a ? b : one === b ? a : one))

const paused = async <T>(value: T): Promise<T> => {
  await new Promise(resolve => setImmediate(resolve))
  return value
}

const restated = (value: Json, member: string, change: (value: Json | undefined) => Json): JsonObject => {
  const object = value as JsonObject
  return { ...object, [member]: change(object[member]) }
}

/** Faults of every part of a gateway, one of a kind. */
export const gatewayMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the expiry of an order is not looked at',
    breaks: 'CHECKOUT-04',
    story: 'expiresAt was added to the schema, and the check to the backlog.',
    policies: { admission: without(admission, orderHasNotExpired) },
  },
  {
    name: 'the expiry is checked before the signature',
    breaks: 'CHECKOUT-08',
    story: 'The cheap check was moved to the front to save a verification.',
    policies: { admission: swapped(admission, orderIsSigned, orderHasNotExpired) },
  },
  {
    name: 'orders are taken unsigned',
    breaks: 'CHECKOUT-03',
    falls: ['SIG-03', 'SIG-05', 'SIG-10', 'AUTH-26'],
    story: 'The request is signed already, so the second signature looked redundant.',
    policies: { admission: without(admission, orderIsSigned) },
  },
  {
    name: 'any known caller may check out',
    breaks: 'CHECKOUT-02',
    falls: ['ERR-02'],
    story: 'The authentication layer knows the caller, and a merchant was taken for granted.',
    policies: { admission: without(admission, merchantIsRegistered) },
  },
  {
    name: 'an empty list of accepted gateways means all',
    breaks: 'CHECKOUT-06',
    story: 'if (accepts.length && !accepts.includes(us)).',
    policies: {
      admission: admission.map(check =>
        check === settlementIsAccepted
          ? subject => (subject.request.order.accepts?.length === 0 ? undefined : check(subject))
          : check,
      ),
    },
  },
  {
    name: 'old requests are accepted',
    breaks: 'AUTH-11',
    falls: ['AUTH-12', 'AUTH-13'],
    story: 'The timestamp is signed, and nobody compares it with the clock.',
    policies: { layer: layer.filter(check => check !== requestIsFresh) },
  },
  {
    name: 'only the past is checked',
    breaks: 'AUTH-12',
    falls: ['AUTH-13'],
    story: 'now - sent <= 300 holds for every sent in the future.',
    policies: { isFresh: (sent, now) => now - sent <= 300 },
  },
  {
    name: 'nonces are not remembered',
    breaks: 'AUTH-14',
    falls: ['AUTH-15'],
    story: 'The nonce store was a stub in development.',
    policies: { layer: layer.filter(check => check !== nonceIsNew) },
  },
  {
    name: 'the nonce is looked up, then stored',
    breaks: 'AUTH-15',
    story: 'Two statements against a cache, with an await between them.',
    policies: {
      admitNonce: async (claims, nonces) => {
        const seen = heard.get(nonces) ?? heard.set(nonces, new Set()).get(nonces) ?? new Set<string>()
        const isNew = await paused(!seen.has(`${claims.ocid} ${claims.nonce}`))
        await paused(undefined)
        seen.add(`${claims.ocid} ${claims.nonce}`)
        return isNew
      },
    },
  },
  {
    name: 'a nonce is stored before the signature is verified',
    breaks: 'AUTH-19',
    story: 'The replay check is the cheaper one, so it went first.',
    policies: { layer: swapped(layer, requestIsSigned, nonceIsNew) },
  },
  {
    name: 'everybody may debit every account',
    breaks: 'TRANSFER-07',
    story: 'The route is behind authentication, and authorization was forgotten.',
    policies: { transferChecks: without(transferChecks, callerMayDebit) },
  },
  {
    name: 'the balance is read, then written',
    breaks: 'TRANSFER-13',
    story: 'SELECT balance, compare, UPDATE balance, without a transaction.',
    policies: {
      move: async ({ from, to, minor }, store) => {
        if (from.balance < minor) return false
        await paused(undefined)
        return store.move(from, to, minor) || true
      },
    },
  },
  {
    name: 'the order id is lost on the way to the proof',
    breaks: 'TRANSFER-03',
    story: 'to.reference is copied; that order.id stands in for it was read over.',
    policies: { recipientReference: ({ to }) => to.reference },
  },
  {
    name: 'the proof is written in milliseconds',
    breaks: 'TRANSFER-02',
    falls: ['FMT-01', 'PAGE-12', 'PAGE-08'],
    story: 'Date.now() without the division.',
    policies: {
      proofOfTransfer: (request, gateway) => {
        const proof = gatewayPolicies.proofOfTransfer(request, gateway)
        return { ...proof, timestamp: proof.timestamp * 1000 }
      },
    },
  },
  {
    name: 'amounts are rounded to whole units in proofs',
    breaks: 'TRANSFER-04',
    story: 'A template for yen was used for every currency.',
    policies: {
      proofOfTransfer: (request, gateway) => ({ ...gatewayPolicies.proofOfTransfer(request, gateway), amount: '1' }),
    },
  },
  {
    name: 'payments expire after five minutes',
    breaks: 'PAYMENT-02',
    story: 'The default of another service was carried over.',
    policies: { paymentExpiry: ({ expiresAt }, now) => expiresAt ?? now + 300 },
  },
  {
    name: 'verify shows the internal status',
    breaks: 'VERIFY-03',
    falls: ['PAYMENT-06', 'VERIFY-05', 'VERIFY-04'],
    story: 'The row of the database is serialized as it is.',
    policies: {
      describe: (transaction, gateway) => {
        const shown = gatewayPolicies.describe(transaction, gateway)
        return shown.status === 'pending' ? restated(shown, 'status', () => 'pending_settlement') : shown
      },
    },
  },
  {
    name: 'metadata is signed as a whole',
    breaks: 'META-08',
    falls: ['META-13', 'SIG-04'],
    story: 'The signature is made over the document, as everywhere else; here only config is signed.',
    policies: {
      metadata: (identity, key, profile) => {
        const { signature: _signature, ...document } = gatewayPolicies.metadata(identity, key, profile)
        return { ...document, signature: gatewayPolicies.signPayload(document, key, profile) }
      },
    },
  },
  {
    name: 'a paid session is paid again',
    breaks: 'PAGE-05',
    falls: ['FLOW-03'],
    story: 'The page hides the button once it is paid, and the handler trusts the page.',
    policies: { isPayable: ({ status }) => status !== 'cancelled' && status !== 'expired' },
  },
  {
    name: 'the merchant is told on another path',
    breaks: 'NOTIFY-01',
    story: 'The base already ended in /transfer at the first merchant.',
    policies: { notificationUrl: base => `${base}/webhook` },
  },
]

const heard = new WeakMap<object, Set<string>>()
