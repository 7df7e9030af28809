// Status values and moves of "States and transitions". What the document leaves out is the reference's own choice.

export const transactionStatuses = ['pending_settlement', 'completed', 'expired', 'failed'] as const
export type TransactionStatus = (typeof transactionStatuses)[number]

export const sessionStatuses = ['pending', 'paid', 'cancelled', 'expired'] as const
export type SessionStatus = (typeof sessionStatuses)[number]

export const webhookStatuses = ['accepted', 'rejected'] as const
export type WebhookStatus = (typeof webhookStatuses)[number]

export const grantOutcomes = ['granted', 'partial', 'denied'] as const
export type GrantOutcome = (typeof grantOutcomes)[number]

/** Permission identifiers shown in use ("KYC grant decision"). */
export const permissions = ['name', 'email', 'phone', 'id_card', 'liveness'] as const
export type Permission = (typeof permissions)[number]

/** From each status the ones it may become. Only `pending` and `pending_settlement` move at all. */
export const transactionMoves: Readonly<Record<TransactionStatus, readonly TransactionStatus[]>> = {
  pending_settlement: ['completed', 'expired', 'failed'],
  completed: [],
  expired: [],
  failed: [],
}

export const sessionMoves: Readonly<Record<SessionStatus, readonly SessionStatus[]>> = {
  pending: ['paid', 'cancelled', 'expired'],
  paid: [],
  cancelled: [],
  expired: [],
}

/** The status that verify shows ("GET /verify/{txid}"): `pending` for `pending_settlement`, the others as they are. */
export const shownStatus = (status: TransactionStatus): string => (status === 'pending_settlement' ? 'pending' : status)

/** The outcome of a decision: none granted is denied, none denied is granted, the rest is partial. */
export const grantOutcome = (granted: readonly string[], denied: readonly string[]): GrantOutcome => {
  if (granted.length === 0) return 'denied'
  return denied.length === 0 ? 'granted' : 'partial'
}
