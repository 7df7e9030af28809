import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the gateway. */
export const gateway: readonly Reason[] = [
  ...reasonsFor('gateway/gateway', [
    {
      at: ['if (minor === undefined) throw new RangeError(`account'],
      kind: 'operation',
      reason: 'A gateway that starts with a balance that is not an amount.',
    },
  ]),
  ...reasonsFor('gateway/checkout', [
    {
      at: ["gateway.directory.merchants.get(caller)?.publicKey ?? ''"],
      kind: 'equivalent',
      reason: 'A caller that is not a merchant was refused before.',
    },
    {
      at: ['export const isPast ='],
      kind: 'time',
      reason: 'An order that expires in the same second as the request.',
    },
    {
      at: ['const noUrls: OrderUrls'],
      kind: 'equivalent',
      reason: 'A request without urls was refused before.',
    },
  ]),
  ...reasonsFor('gateway/hosted-page/routes', [
    {
      at: ['directory.merchants.get(merchant)?.name ??'],
      kind: 'equivalent',
      reason: 'A session always belongs to a registered merchant.',
    },
    {
      at: ['cookie: { name: cookieName, path }'],
      kind: 'open',
      reason:
        "The name and path of the page's cookie: how a page protects its form is an implementation detail (PAGE-10).",
    },
  ]),
  ...reasonsFor('gateway/money', [
    {
      at: ['minor <= maxMinorUnits'],
      kind: 'open',
      reason: 'The exact limit of the fraud checks (FMT-10).',
    },
  ]),
  ...reasonsFor('gateway/payment/expiry', [
    {
      at: ['return expiresAt <= unixSeconds(ports)'],
      kind: 'time',
      reason: 'A payment that expires in the same second as the request.',
    },
    {
      at: ["expiresAt <= unixSeconds(ports) ? 'expired'"],
      kind: 'time',
      reason: 'The exact second in which a payment expires.',
    },
  ]),
  ...reasonsFor('service/if-defined', [
    {
      at: ['value === undefined ? {}'],
      kind: 'equivalent',
      reason: 'An undefined member is not written.',
    },
  ]),
  ...reasonsFor('gateway/hosted-page/proof', [
    {
      at: ["...ifDefined('memo', order.memo)"],
      kind: 'open',
      reason: 'Whether the proof of a hosted payment repeats the memo of the order.',
    },
  ]),
  ...reasonsFor('gateway/notification/notify', [
    {
      at: ['directory.merchants.get(ocid)?.endpoint'],
      kind: 'operation',
      reason: 'A merchant that was removed before its order or payment is paid.',
    },
  ]),
  ...reasonsFor('gateway/hosted-page/session', [
    {
      at: [
        'const endedElsewhere = async',
        'if (ports.storage.turns === undefined) return',
        'return current === undefined || policies.isPayable',
        'if (ended !== undefined) return',
      ],
      kind: 'operation',
      reason: 'Several processes that share a state; selftest/crash tries it.',
    },
    {
      at: ["{ id: 'card'", "{ id: 'declined'"],
      kind: 'text',
      reason: 'The name of a payment option in the form.',
    },
    {
      at: ['const isOver = now >= session.createdAt'],
      kind: 'time',
      reason: 'The exact second in which a session ends.',
    },
  ]),
  ...reasonsFor('gateway/store', [
    {
      at: ["table('"],
      kind: 'operation',
      reason: 'The names of the tables of a state that outlives the process.',
    },
    {
      at: ['if (!this.#balances.has(key))'],
      kind: 'operation',
      reason: 'Balances that a state has kept from an earlier start.',
    },
    {
      at: ['this.order(orderKey(session))?.txid'],
      kind: 'equivalent',
      reason: 'A session is always stored with its order.',
    },
    {
      at: ['if (account !== undefined) this.#balances'],
      kind: 'operation',
      reason: 'A merchant without an account in the currency of its order; merchants of a run have one.',
    },
    {
      at: ['this.credit(session.merchant'],
      kind: 'notObservable',
      reason:
        "The document does not describe the merchant's account after a hosted payment; gateway/hosted-page/routes.test.ts proves it.",
    },
  ]),
  ...reasonsFor('gateway/payment/settle', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a missing key.',
    },
  ]),
  ...reasonsFor('gateway/transfer', [
    {
      at: ['account?.debitableBy'],
      kind: 'equivalent',
      reason: 'The account was found before.',
    },
  ]),
  ...reasonsFor('gateway/verify', [
    {
      at: ["return status === 'pending' ?"],
      kind: 'open',
      reason: 'Other members of transactions that are neither pending nor completed.',
    },
  ]),
  ...reasonsFor('gateway/metadata', [
    {
      at: ['...(kycProviders.length > 0'],
      kind: 'open',
      reason: 'Whether a gateway names KYC providers: the member is optional.',
    },
  ]),
  ...reasonsFor('gateway/notification/outbox', [
    {
      at: ['const base = pathname.replace('],
      kind: 'open',
      reason: 'The path below the base address, which the reference profile does not sign (AUTH-21).',
    },
    {
      at: [
        "table<WaitingNotification>('outbox')",
        'const report = (error: unknown)',
        'dueAt: ports.now() + pause',
        'if (notification === undefined || !isOpen)',
        'if (await claims.claim',
        'if (keeping === undefined)',
      ],
      kind: 'operation',
      reason: 'Notifications that are kept for another start or another process.',
    },
    {
      at: ['if (!isOpen)', 'if (!isOpen || !waiting.has(key))'],
      kind: 'operation',
      reason: 'The behaviour of a closed outbox.',
    },
    {
      at: ['if (pause === undefined) return'],
      kind: 'equivalent',
      reason: 'A timer without a time never runs: a delivered notification is kept, and not sent again.',
    },
  ]),
]
