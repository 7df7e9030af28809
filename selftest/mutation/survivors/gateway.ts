import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the gateway. */
export const gateway: readonly Reason[] = [
  ...reasonsFor('gateway/gateway', [
    {
      at: ['if (minor === undefined) throw new RangeError(`account'],
      kind: 'operation',
      reason: 'A gateway that is started with a balance that is no amount; build.test.ts.',
    },
  ]),
  ...reasonsFor('gateway/checkout', [
    {
      at: ["gateway.directory.merchants.get(caller)?.publicKey ?? ''"],
      kind: 'equivalent',
      reason: 'Who is no merchant has been refused before.',
    },
    {
      at: ['export const isPast ='],
      kind: 'time',
      reason: 'An order that expires in the very second of the request.',
    },
    {
      at: ['const noUrls: OrderUrls'],
      kind: 'equivalent',
      reason: 'A request without urls has been refused before.',
    },
  ]),
  ...reasonsFor('gateway/hosted-page/routes', [
    {
      at: ['directory.merchants.get(merchant)?.name ??'],
      kind: 'equivalent',
      reason: 'A session is of a merchant that is registered.',
    },
    {
      at: ['cookie: { name: cookieName, path }'],
      kind: 'open',
      reason:
        'What the cookie of the page is called, and how far it is sent: how a form is guarded is its own affair (PAGE-10).',
    },
  ]),
  ...reasonsFor('gateway/money', [
    {
      at: ['minor <= maxMinorUnits'],
      kind: 'open',
      reason: 'The range of the fraud checks (FMT-10), to the last minor unit.',
    },
  ]),
  ...reasonsFor('gateway/payment/expiry', [
    {
      at: ['return expiresAt <= unixSeconds(ports)'],
      kind: 'time',
      reason: 'A payment that expires in the very second of the request.',
    },
    {
      at: ["expiresAt <= unixSeconds(ports) ? 'expired'"],
      kind: 'time',
      reason: 'The very second in which a payment expires.',
    },
  ]),
  ...reasonsFor('service/if-defined', [
    {
      at: ['value === undefined ? {}'],
      kind: 'equivalent',
      reason: 'A member that is undefined is not written.',
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
      reason: 'A merchant that is no longer registered when its order or payment is paid.',
    },
  ]),
  ...reasonsFor('gateway/hosted-page/session', [
    {
      at: ["{ id: 'card'", "{ id: 'declined'"],
      kind: 'text',
      reason: 'What the form of the page calls a payment option.',
    },
    {
      at: ['const isOver = now >= session.createdAt'],
      kind: 'time',
      reason: 'The very second in which a session ends.',
    },
  ]),
  ...reasonsFor('gateway/store', [
    {
      at: ['this.order(orderKey(session))?.txid'],
      kind: 'equivalent',
      reason: 'A session is kept with its order.',
    },
    {
      at: ['if (account !== undefined) account.balance'],
      kind: 'operation',
      reason: 'A merchant without an account in the currency of its order; those of a run have one.',
    },
    {
      at: ['this.credit(session.merchant'],
      kind: 'notObservable',
      reason: "The merchant's account after a hosted payment is not shown in the document; hosted-page.test.ts.",
    },
  ]),
  ...reasonsFor('gateway/payment/settle', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a key that is not there.',
    },
  ]),
  ...reasonsFor('gateway/transfer', [
    {
      at: ['account?.debitableBy'],
      kind: 'equivalent',
      reason: 'The account has been found before.',
    },
  ]),
  ...reasonsFor('gateway/verify', [
    {
      at: ["return status === 'pending' ?"],
      kind: 'open',
      reason: 'Members beside the status and the txid of what is neither pending nor completed.',
    },
  ]),
]
