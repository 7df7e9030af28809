// Status values and moves of "States and transitions". Where the document is silent, the reference chose.

/** The status of a transaction ("States and transitions"). */
export type TransactionStatus = 'pending_settlement' | 'completed' | 'expired' | 'failed'

/** The status of a checkout session ("States and transitions"). */
export type SessionStatus = 'pending' | 'paid' | 'cancelled' | 'expired'

/** The outcome of a user's decision: every permission granted, some of them, or none. */
export const grantOutcomes = ['granted', 'partial', 'denied'] as const

/** How a grant request ended. */
export type GrantOutcome = (typeof grantOutcomes)[number]

/** The permission identifiers that the document uses ("KYC grant decision"). */
export const permissions = ['name', 'email', 'phone', 'id_card', 'liveness'] as const

/** A permission that a merchant may ask a user for. */
export type Permission = (typeof permissions)[number]

/** The statuses that may follow each status. Only `pending` and `pending_settlement` can change. Clause: FLOW-03. */
export const transactionMoves: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  pending_settlement: ['completed', 'expired', 'failed'],
  completed: [],
  expired: [],
  failed: [],
}

/** The statuses that may follow each session status. Clauses: FLOW-03, PAGE-11. */
export const sessionMoves: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: [],
  cancelled: [],
  expired: [],
}

/**
 * Returns the status that verify reports ("GET /verify/{txid}"): `pending` for `pending_settlement`, any other unchanged.
 * Clauses: VERIFY-03, VERIFY-04.
 */
export const reportedStatus = (status: TransactionStatus): string =>
  status === 'pending_settlement' ? 'pending' : status

/**
 * Returns the outcome of a decision: `denied` if nothing is granted, `granted` if nothing is denied, else `partial`.
 * Clauses: CALLBACK-01, CALLBACK-02, CALLBACK-03.
 */
export const grantOutcome = (granted: readonly string[], denied: readonly string[]): GrantOutcome => {
  if (granted.length === 0) return 'denied'
  return denied.length === 0 ? 'granted' : 'partial'
}
