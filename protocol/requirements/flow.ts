import type { Requirement } from './requirement.ts'

/** "What the service does": whole flows, across roles. */
export const flow = {
  'FLOW-01': {
    roles: ['gateway', 'merchant'],
    level: 'must',
    part: 'What the service does',
    text: 'App creates an order at the merchant, the gateway takes it, the customer pays, the merchant accepts the proof, verify agrees with all of it.',
    why: 'Parts that each pass their own tests may still disagree about one purchase. Then a customer has paid, and the shop does not know it.',
    commonMistake: 'any disagreement of amount, txid, order id or signature along the way',
    fix: 'Follow one order through all roles by its id, compare amount, currency, txid and signature at every step, and fix the first place that differs.',
  },
  'FLOW-02': {
    roles: ['gateway'],
    level: 'must',
    part: 'What the service does',
    text: 'A merchant that missed the notification recovers the same proof from verify, and it verifies (on a merchant target nothing triggers the recovery: the proof of verify is one that WEBHOOK-01 accepts).',
    why: 'Networks lose messages. If the proof from verify is not as good as the one delivered, each missed notification turns into a manual case.',
    commonMistake: "verify's proof does not verify at the merchant",
    fix: "Store the signed proof at completion, use the same record for notification and verify, and test it against the merchant's own verification.",
  },
  'FLOW-03': {
    roles: ['gateway'],
    level: 'must',
    part: 'States',
    text: 'Over any sequence of operations the states are sound (model-based): completed is never undone, a session that failed or was cancelled makes no proof, a payment is not completed without settlement (whether a session can be paid after a cancel: PAGE-14; paid twice: PAGE-05).',
    why: 'Users press back, reload and use several tabs in any order. A rare sequence that reverses a completed payment leaves the merchant with a proof, and without the money.',
    commonMistake: 'a cancel after the payment reverses it',
    fix: 'Write the moves of a session as one table of allowed transitions, apply them atomically, and make final states final.',
  },
  'FLOW-04': {
    roles: ['kyc'],
    level: 'must',
    part: 'GET /kyc/grant/{ocid}',
    text: "Gateway sends the browser, the user decides, the gateway's callback gets exactly the decision, for every combination.",
    why: 'Users answer several requests in parallel tabs. If these requests share one session slot, one requester receives the permissions meant for another.',
    commonMistake: 'two requests of one browser mixed up',
    fix: 'Key each consent request by its own identifier, carry that identifier through the page and the submission, and keep nothing request-specific in the browser session.',
  },
  'FLOW-05': {
    roles: ['gateway'],
    level: 'open',
    part: 'POST /payment/create',
    text: 'Third-party app: payment/create, transfer at an accepted settlement provider, settle, completed (settle is not shown: offered as an extension).',
    why: 'Payment apps without a reserve account depend on this path, and every gateway that offers it had to invent its last step.',
    fix: 'The document does not show settle. If you offer it, specify request, response and errors, issue your own proof, and declare payment.settle only then.',
  },
} as const satisfies Record<string, Requirement>
