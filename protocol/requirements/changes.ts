import type { Change } from './change.ts'
import { merchantChanges } from './changes-merchant.ts'
import { paymentChanges } from './changes-payment.ts'

export type { Change } from './change.ts'

/** Every row that says something else than in the first edition, in document order. An id is never used again. */
export const changedRows: readonly Change[] = [
  {
    id: 'AUTH-15',
    edition: '2',
    was: { text: 'Of several identical requests sent at the same moment, one at most is processed.' },
    sentence: 'Unique request identifier for replay protection',
    reason: 'One identifier does not distinguish two different requests, either.',
  },
  {
    id: 'SIG-05',
    edition: '2',
    was: {
      text: 'Degenerate and malformed signature strings (r or s zero, r or s at or above the group order, wrong length, not hex, empty) are refused like invalid ones; a signature that is no string (null, number, object) is refused with any 4xx.',
    },
    sentence:
      "Signature is valid over the canonical order with the merchant's public key, else 400 `INVALID_SIGNATURE`.",
    reason:
      'A string that is not a signature may be refused for its shape, and the document does not say when the shape is checked.',
  },
  {
    id: 'SIG-06',
    edition: '2',
    was: { commonMistake: 'ASCII-escaping canonicalizer; Unicode normalization' },
    sentence:
      'Payload signatures (orders, proofs, metadata config): canonical text is the JSON serialization of the object with its keys sorted alphabetically;',
    reason:
      'JSON can write one string in several ways, and the document prefers none: escapes that are the same in every payload are a choice (SIG-08), and only differing ones break the clause.',
  },
  {
    id: 'SIG-08',
    edition: '2',
    was: {
      text: 'Canonicalization of nested objects and arrays (sorted at every depth, top level only, the JSON.stringify key-list pitfall that drops nested members): whether shuffled nested keys still verify.',
    },
    sentence:
      'Payload signatures (orders, proofs, metadata config): canonical text is the JSON serialization of the object with its keys sorted alphabetically;',
    reason: 'How the serialization escapes its strings is as open as how it sorts nested keys.',
  },
  {
    id: 'SIG-10',
    edition: '2',
    was: { level: 'should' },
    sentence:
      'Payload signatures (orders, proofs, metadata config): canonical text is the JSON serialization of the object with its keys sorted alphabetically;',
    reason:
      'How nested members are sorted is not shown, but a text that leaves them out does not serialize the object: a genuine proof could be redirected to another merchant.',
  },
  {
    id: 'FMT-09',
    edition: '2',
    was: {
      text: 'Optional members of the wrong type are refused with a 4xx (expiresAt, reference, memo, items and their members, urls, order.urls, from.reference, to.reference).',
    },
    sentence: '| createdAt | integer | Set by the merchant in the signed order. |',
    reason: 'createdAt and accepts of a signed order have their types like the other members.',
  },
  {
    id: 'CHECKOUT-05',
    edition: '2',
    was: { text: 'order.expiresAt absent, or in the future: not refused for it.' },
    sentence: '3. When `order.expiresAt` is present it is not in the past, else 400 `ORDER_EXPIRED`.',
    reason:
      'The document does not say how long an order may live: an order that lives too long may be refused for that reason.',
  },
  {
    id: 'CHECKOUT-06',
    edition: '2',
    was: {
      text: "The gateway's OCID not in order.accepts, also for an empty list: 400 SETTLEMENT_NOT_SUPPORTED. An absent list: refused with a 4xx (it is a member of every signed order, so another code is no fault).",
      commonMistake: 'only checked when the list is non-empty',
    },
    sentence:
      '| accepts | array of integer | OCIDs of gateways that the merchant accepts for settlement. Present in the signed order. |',
    reason: "A string or true is not an OCID, even if a loose comparison treats it as the gateway's.",
  },
  {
    id: 'CHECKOUT-12',
    edition: '2',
    was: { level: 'should' },
    sentence: "Caller: a merchant. Headers: X-OC-ID is the merchant's OCID.",
    reason:
      'order.ocid is the OCID of the same merchant: with any other OCID, the customer pays someone other than the caller.',
  },
  {
    id: 'PAGE-03',
    edition: '2',
    was: {
      text: "After a successful payment the gateway sends the signed proof to the merchant's webhook, then the customer is redirected to urls.completed: with a webhook that answers at once, the notification is there before the redirect.",
    },
    sentence:
      "Gateway sends signed proof to the merchant's /transfer/webhook, then redirects the customer to `urls.completed`.",
    reason:
      'A proof that is sent first need not arrive or be answered first: a gateway that does not wait for the merchant sends the proof and the redirect at the same time, over two connections.',
  },
  {
    id: 'PAGE-13',
    edition: '2',
    was: { level: 'should' },
    sentence: 'It must check that the session has not expired and has not already been paid before processing.',
    reason:
      "A session holds its order, and the order's expiresAt is the only end of the session that the document specifies.",
  },
  {
    id: 'PAGE-14',
    edition: '2',
    was: {
      text: 'How long a session lives; whether a customer may come back after cancel or a failed payment; where the customer goes when the webhook fails or rejects; the from party of the proof.',
    },
    sentence: '| amount | string | Decimal. |',
    reason: 'A proof may say 1 for an order of 1.00: a merchant that compares strings does not mark the order as paid.',
  },
  {
    id: 'TRANSFER-07',
    edition: '2',
    was: { text: 'Caller may not debit that account: 401 UNAUTHORIZED.' },
    sentence: 'Caller not allowed to debit that account: 401 `UNAUTHORIZED`.',
    reason: 'A negative amount debits the recipient, whom the caller may not debit.',
  },
  {
    id: 'TRANSFER-12',
    edition: '2',
    was: { level: 'should' },
    sentence: 'Balance below amount: 402 `INSUFFICIENT_FUNDS`.',
    reason:
      'The balance is the sum of the parts that were paid in: if a cent is lost, the gateway refuses an amount that the balance covers.',
  },
  {
    id: 'TRANSFER-15',
    edition: '2',
    was: {
      text: 'Neither to.reference nor order.id; memo in the proof; from and to the same account; a currency that the account does not hold; whether order.urls is fetched.',
    },
    sentence: '| amount | string | Decimal. |',
    reason: 'A proof may say 1 for a transfer of 1.00: the value is equal (TRANSFER-04), but the string differs.',
  },
  {
    id: 'TRANSFER-17',
    edition: '2',
    was: {
      text: "External transfer: a partner with a reserve account debits it by naming itself in from.ocid. Internal transfer: the gateway's own app debits a user account (not applicable where the operator lends no such app).",
    },
    sentence:
      "Handles internal transfers (the gateway's own app debits a user account) and external transfers (a partner with a reserve account is debited; `from.ocid` is the partner's OCID).",
    reason: 'Only the gateway has the key of its own app, so internal transfers were never tried.',
  },
  ...paymentChanges,
  ...merchantChanges,
  {
    id: 'GRANT-03',
    edition: '2',
    was: { text: 'The path OCID and user_ocid are integers: anything else 400 (or 404 for the path).' },
    sentence: '400: JSON Error for invalid parameters.',
    reason:
      'A browser gets JSON, too: a page instead of JSON breaks the statement for every parameter, not only for missing ones.',
  },
  {
    id: 'CONSENT-01',
    edition: '2',
    was: { text: "Shows which OCID asks, with name and icon of that OCID's metadata." },
    sentence: "show which OCID requests access (using that OCID's metadata for name and icon)",
    reason: 'A name can be copied, a number cannot: a page without the number does not show which OCID asks.',
  },
  {
    id: 'CONSENT-04',
    edition: '2',
    was: {
      text: 'Nothing is decided without an action of the user: loading the page, a refresh, a GET do not lead to the callback; nor do scripts (seen only with the browser driver).',
    },
    sentence: 'require explicit user action (no auto-approve)',
    reason:
      "If another site's form is enough for a decision, without anything from the page, the user never gave consent.",
  },
  {
    id: 'CONSENT-05',
    edition: '2',
    was: {
      level: 'should',
      text: 'Names, icons, state and permissions cannot become markup or script; a javascript: or data: icon is not used.',
    },
    sentence: 'require explicit user action (no auto-approve)',
    reason:
      "A requester's script on the page grants on the user's behalf. No script runs in a picture, so such an icon is harmless there.",
  },
  {
    id: 'CONSENT-08',
    edition: '2',
    was: {
      text: 'A permission that the user neither granted nor denied: the conditions (no permission denied, none granted, some denied) do not say.',
    },
    sentence:
      "Consent UI must: show which OCID requests access (using that OCID's metadata for name and icon), list each permission with a description, let the user grant or deny each permission separately",
    reason: 'The document states what a page must do, not by which means: script and accessibility are observed.',
  },
  {
    id: 'CALLBACK-06',
    edition: '2',
    was: { level: 'should' },
    sentence: 'After the decision the user is redirected to `callback_url` with query parameters:',
    reason: 'A URL that lost its path or its own parameters is not callback_url: the decision goes elsewhere.',
  },
  {
    id: 'CALLBACK-07',
    edition: '2',
    was: {
      text: "The consent page's submission goes to POST /kyc/grant/{ocid}/submit and is answered with the redirect to the callback (how a page without script carries the two lists and what else it sends is open: CALLBACK-09).",
    },
    sentence:
      'the consent page posts to `/kyc/grant/{ocid}/submit` with fields `user_ocid`, `callback_url`, `state`, `granted_permissions`, `denied_permissions`',
    reason: 'The first three need no script, so every page can send them; how a page sends the two lists stays open.',
  },
  {
    id: 'CALLBACK-08',
    edition: '2',
    was: { level: 'should' },
    sentence: 'require explicit user action (no auto-approve)',
    reason: 'The user never agreed to a permission that the page did not show, a different user or a different URL.',
  },
  {
    id: 'FLOW-03',
    edition: '2',
    was: {
      level: 'should',
      text: 'Over any sequence of operations the states are sound (model-based): a cancelled session is not paid, completed is never undone, a failed one makes no proof (the states after pending are not shown; paid twice: PAGE-05).',
      commonMistake: 'a cancelled session can be paid',
    },
    sentence: 'Used by merchants to recover a missed webhook, and for audit and reconciliation.',
    reason:
      'If a completed transaction is later undone, the merchant loses a payment for which it has already delivered. The document does not show the state of a cancelled session, so it may be paid.',
  },
]
