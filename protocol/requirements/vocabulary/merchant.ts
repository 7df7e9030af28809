import { answer, choice, each, listOf, type Vocabulary } from './observable.ts'

const outcome = answer('accepted', 'rejected')

/** Headings: POST /orders/create, Order URLs, POST /transfer/webhook. */
export const merchant = {
  'ORDER-10': {
    observables: {
      'the same request again': answer('the same order', 'another order'),
      ...each(
        ['id with a slash', 'id of one dot', 'id of two dots', 'id of 300 characters', 'id of 3,000 characters'],
        answer('at its address', 'not at its address'),
      ),
      'other content under a known id': answer('the first order', 'another order'),
      ...each(['items that do not add up', 'expiry in the past'], answer('signed')),
      'urls.order of a paid order': choice('at its address', 'not at its address'),
      'urls.order returns': answer('a signed order', 'a bare order', 'nothing listens there'),
    },
    proposal:
      'The same request again gives the same signed order, and other content under a known `id` 400 `INVALID_REQUEST`, as does `expiresAt` in the past; `amount` is the total whatever the items add up to; `urls.order` returns the signed order, also once it is paid.',
  },
  'ORDER-12': {
    observables: { 'urls.order': answer('answers', 'asks for headers', 'nothing listens there') },
    proposal:
      'The addresses in `urls.order` answer without authentication headers; a merchant makes them hard to guess.',
  },
  'WEBHOOK-13': {
    observables: {
      ...each(
        ['the same proof again', 'another order, the same txid', 'another order, the txid of another issuer'],
        outcome,
      ),
      ...each(['sent by another gateway', 'sent by a payment app'], outcome),
      ...each(['an hour old', 'a day old', 'a year old', 'a day ahead'], outcome),
      ...each(['a zero more', 'a zero in front'], outcome),
      "the gateway's metadata was read": choice('not in this run', 'once', 'more than once'),
      ...each(
        ['right proofs, one after the other', 'wrongly signed proofs, one after the other'],
        choice('metadata not read', 'metadata read once', 'metadata read more than once'),
      ),
    },
    proposal:
      'A proof that was accepted is accepted again, without effect, and no transaction pays two orders; anybody whose request authenticates may deliver it, however old it is; amounts are compared as numbers; a key read from metadata is kept for an hour at most, and read again before a signature is refused.',
  },
  'WEBHOOK-16': {
    observables: {
      'accepts of an order': listOf('gateway', 'gateway2', 'unreliable', 'rotating', 'others'),
      ...each(['unknown member, signed', 'unknown member, not signed'], outcome),
      'order that has expired': answer('accepted', 'rejected', 'no order that expires so soon'),
    },
    proposal:
      'An accepted issuer is one that is in `accepts` of the order; members of a proof that this document does not name are covered by its signature and otherwise ignored; a proof for an order that has expired is accepted where its `timestamp` is not after `expiresAt`.',
  },
} as const satisfies Record<string, Vocabulary>
