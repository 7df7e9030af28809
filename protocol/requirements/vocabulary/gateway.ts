import { answer, choice, each, measured, timed, type Vocabulary } from './observable.ts'

const places = [
  'urls.completed',
  'urls.cancelled',
  'elsewhere',
  'a page that can be paid',
  'a page that leads to urls.completed',
  'a page that leads to urls.cancelled',
  'a page that cannot be paid',
]
const place = (...words: readonly string[]) => answer(...places, ...words)
const outcome = answer('accepted')
const fetching = choice('fetched', 'not fetched')
const status = choice('pending', 'completed', 'expired', 'failed', 'another status', 'none')
const firstOf = (one: string, other: string) => answer(one, other, 'both are answered alike', 'only one is refused')

/** Heading: POST /orders/checkout, with the hosted page. */
const checkout = {
  'CHECKOUT-13': {
    observables: {
      'without urls': outcome,
      ...each(['the same order again', 'the same order after payment'], answer('the same session', 'a new session')),
      ...each(['a second session after payment', 'a later session after payment'], place()),
      'paid through a second session, too': place('no way to pay'),
      'both sessions of an order paid': choice('one proof', 'two proofs', 'no proof'),
      'another order under a used id': outcome,
      ...each(['currency not supported', 'very large amount'], outcome),
    },
    proposal:
      '`urls` is required; the same signed order gives a new session, and is paid once, through whichever of them; another order under a used id is answered 400 `INVALID_REQUEST`; a currency that is not supported is answered 400 `CURRENCY_NOT_SUPPORTED` and an amount that fraud checks refuse 400 `AMOUNT_NOT_ACCEPTED`.',
  },
  'CHECKOUT-17': {
    observables: {
      'malformed and wrongly signed': firstOf('shape first', 'signature first'),
      'currency and amount': firstOf('currency first', 'amount first'),
    },
    proposal:
      'The shape of the body is checked before the numbered checks, with 400 `INVALID_REQUEST`; of the fifth check, the currency comes before the amount.',
  },
  'PAGE-11': {
    observables: {
      ...each(['opened after payment', 'opened after cancel', 'opened after expiry', 'paid after expiry'], place()),
      'urls.completed': choice('as given', 'with members added', 'not reached'),
    },
    proposal:
      'A checkout session moves from `pending` to `paid`, `cancelled` or `expired` and never leaves these; the customer is sent to `urls.completed` and `urls.cancelled` exactly as they were given.',
  },
  'PAGE-14': {
    observables: {
      'lifetime of a session': measured('seconds', 'not told'),
      ...each(['pay after failure', 'pay after cancel'], place('can be paid', 'no way to pay')),
      ...each(
        ['customer when the webhook fails', 'customer when the webhook hangs', 'customer when the webhook rejects'],
        place(),
      ),
      'from.ocid of the proof': choice('the gateway', 'the merchant', 'another OCID'),
      'from.reference of the proof': choice('the session', 'the order', 'another text', 'absent'),
      'amount of the proof': choice('as in the order', 'in another notation'),
      'page without script': choice('can be paid', 'needs script'),
      'accessibility of the page': measured('findings'),
    },
    proposal:
      "A session lives 1800 seconds; it can be paid again after a failed payment and not after a cancel; a customer who has paid is sent to `urls.completed` whatever the webhook answers; `from` of the proof is the gateway's OCID with the session id as its reference, and `amount` is written as in the order; the hosted page works without script, and meets WCAG 2.2 AA.",
  },
} as const satisfies Record<string, Vocabulary>

const references = ['absent', 'null', 'empty', 'another text']

/** Headings: GET /verify/{txid}, POST /transfer/create. */
const transfers = {
  'VERIFY-08': {
    observables: {
      'signature at verify': choice('repeated', 'made afresh'),
      'to.reference without an order': choice('as in the proof', 'another', 'absent'),
    },
    proposal: 'Verify answers with the proof and the signature that were first issued, byte for byte.',
  },
  'TRANSFER-15': {
    observables: {
      'to.reference where neither is given': answer(...references, 'the txid', 'from.reference'),
      'memo in the proof': answer('kept', 'dropped', 'changed'),
      'amount in the proof': choice('as sent', 'in another notation'),
      ...each(['from and to the same account', 'currency not held'], outcome),
      'order.urls': fetching,
    },
    proposal:
      'Without `to.reference` and `order.id` the proof has no `to.reference`; `memo` and `amount` are copied into the proof as they were sent; `from` and `to` may not be the same account; a currency that the source account does not hold is answered 400 `CURRENCY_NOT_SUPPORTED`; `order.urls` is not fetched.',
  },
  'TRANSFER-18': {
    observables: {
      'to.reference where both are given': answer(...references, 'to.reference', 'order.id'),
      'from.reference absent': answer('absent', 'filled in'),
      fees: choice('none seen by the sender', 'charged to the sender'),
    },
    proposal:
      'Where `to.reference` and `order.id` are both given they must be equal, else 400 `INVALID_REQUEST`; `from.reference` is optional; the sender is debited exactly `amount`.',
  },
} as const satisfies Record<string, Vocabulary>

/** Proofs that may settle a payment. */
const settlings = [
  'an issuer that is not accepted',
  'a proof that another signed',
  'a proof for another merchant',
  'a proof for another reference',
  'a proof in another currency',
  'a proof over another amount',
  'a proof over imperceptibly more',
  'a used proof',
  'a proof for its reference',
  'a proof for its txid',
] as const

/** Heading: POST /payment/create. */
const payments = {
  'PAYMENT-10': {
    observables: {
      'order.urls': fetching,
      ...each(
        ['order that agrees', 'order of another amount', 'order of another merchant', 'expiresAt in the past'],
        outcome,
      ),
      'verify after expiresAt in the past': status,
      'payment.settle': choice(
        'declared, answered',
        'declared, not answered',
        'not declared, answered',
        'not declared, not answered',
      ),
      ...each(
        [
          'settled under an unknown txid',
          "settled under a transfer's txid",
          'settled after its expiry',
          'settled again by another proof',
          "settled by the gateway's own proof",
          ...settlings.map(settling => `settled by ${settling}`),
        ],
        outcome,
      ),
      'settled again by the same proof': answer('the same proof', 'another answer'),
    },
    proposal:
      'Where `order.urls` is given the gateway fetches the signed order and answers 400 `INVALID_REQUEST` when its amount, currency or merchant differs; `expiresAt` in the past is answered 400 `INVALID_REQUEST`; a settlement proof has in `to.reference` the order id of the payment, else its reference, else its txid, and settles one payment only, for which the same proof again is answered alike.',
  },
  'PAYMENT-14': {
    observables: {
      ...each(['expiresAt by default', 'expiresAt given'], choice('present', 'absent')),
      ...each(
        [
          'currency not supported',
          'called by a partner',
          'called by the merchant itself',
          'called by another merchant',
          'to an account holder',
        ],
        outcome,
      ),
    },
    proposal:
      '`expiresAt` is always in the answer; a currency that is not supported is answered 400 `CURRENCY_NOT_SUPPORTED`; every OCID whose key is known may call, and `to` is a registered merchant, else 400 `MERCHANT_NOT_REGISTERED`.',
  },
  'FLOW-05': {
    observables: {
      settle: answer('completed', 'another answer', 'not declared'),
      'verify after settle': status,
      'merchant after settle': choice('notified', 'not notified'),
    },
    proposal:
      "POST /payment/settle takes `{ txid, proof, signature }` with the four headers, the proof being one of an accepted settlement provider, and answers 200 `{ status: completed, proof, signature }` with the gateway's own proof; the errors are 404 `TXID_NOT_FOUND` and 400 `ISSUER_NOT_ACCEPTED`, `PROOF_SIGNATURE_INVALID`, `INVALID_PROOF` and `PAYMENT_EXPIRED`; the merchant is notified of the gateway's proof.",
  },
} as const satisfies Record<string, Vocabulary>

/** How the merchant answers a notification. */
const failures = ['503', '400', '429', 'a cut connection', 'no answer'] as const
const repeats = choice('not sent', 'not repeated', 'not repeated while watched', 'repeated')

/** Heading: Events. */
const notifications = {
  'NOTIFY-07': {
    observables: {
      ...each(
        failures.map(failure => `after ${failure}`),
        repeats,
      ),
      ...each(
        failures.flatMap(failure => [`first pause after ${failure}`, `second pause after ${failure}`]),
        timed(1),
      ),
      'after a rejection': repeats,
      'verify after a rejection': status,
    },
    proposal:
      'The gateway waits 10 seconds for an answer and delivers again 1, 2, 4, 8 and 16 seconds later, each time with a new nonce and timestamp, until it is answered 200; a 4xx other than 408 and 429 ends it; a `rejected` answer is final and leaves the transfer completed.',
  },
  'NOTIFY-08': {
    observables: {
      'sent to': choice('base of the merchant', 'elsewhere', 'nowhere'),
      'who is told of what a merchant sends': choice(
        'a merchant cannot send',
        'sender',
        'recipient',
        'sender and recipient',
        'nobody',
      ),
    },
    proposal:
      "The notification goes to `/transfer/webhook` below the webhook address of the destination account, or where it has none below `config.endpoint` of the recipient's metadata; only the recipient is notified.",
  },
} as const satisfies Record<string, Vocabulary>

/** The observations of checks of a gateway. */
export const gateway = { ...checkout, ...transfers, ...payments, ...notifications } as const
