import type { JsonObject } from './json/json.ts'
import { type OperationName, operations, type Role } from './operations.ts'

/**
 * An error code. `statuses`: the HTTP statuses in the document, by operation; `ownStatuses`: the reference's statuses where the document
 * gives none (the authentication layer's status is `refusalStatus` of the profile); `documented`: whether the document has the code.
 */
export type CatalogueEntry = {
  statuses: Partial<Record<OperationName, number>>
  ownStatuses?: Partial<Record<OperationName, number>>
  condition: string
  roles: readonly Role[]
  documented: boolean
}

const catalogue = <Code extends string>(
  entries: Record<Code, CatalogueEntry>,
): Readonly<Record<Code, CatalogueEntry>> => entries

const entry = (
  roles: readonly Role[],
  condition: string,
  statuses: CatalogueEntry['statuses'] = {},
): CatalogueEntry => ({
  roles,
  condition,
  statuses,
  documented: true,
})

/** Describes a code of the reference profile, for a condition or an operation that has no code in the document. */
const ownEntry = (
  roles: readonly Role[],
  condition: string,
  ownStatuses: Partial<Record<OperationName, number>>,
): CatalogueEntry => ({
  roles,
  condition,
  statuses: {},
  ownStatuses,
  documented: false,
})

const settle = (status: number): Pick<CatalogueEntry, 'ownStatuses'> => ({ ownStatuses: { 'payment.settle': status } })

const everywhere = (status: number, role: Role): Partial<Record<OperationName, number>> =>
  Object.fromEntries(
    Object.entries(operations)
      .filter(([, operation]) => operation.role === role)
      .map(([name]) => [name, status]),
  )

/** Every code of "Errors", and those that the reference profile adds. Clause: ERR-02. */
export const errorCatalogue = catalogue({
  MERCHANT_NOT_REGISTERED: entry(['gateway'], 'Merchant OCID unknown to the gateway', {
    'orders.checkout': 401,
    'payment.create': 400,
  }),
  INVALID_SIGNATURE: entry(
    ['gateway', 'merchant', 'kyc'],
    'Order signature does not verify; at the authentication layer: request signature does not verify',
    { 'orders.checkout': 400 },
  ),
  ORDER_EXPIRED: entry(['gateway'], 'order.expiresAt is in the past', { 'orders.checkout': 400 }),
  SETTLEMENT_NOT_SUPPORTED: entry(['gateway'], 'Gateway OCID not in order.accepts', { 'orders.checkout': 400 }),
  TXID_NOT_FOUND: { ...entry(['gateway'], 'Unknown txid at verify', { verify: 404 }), ...settle(404) },
  ISSUER_NOT_ACCEPTED: {
    ...entry(['merchant', 'gateway'], 'Webhook proof issuer not accepted', { 'transfer.webhook': 400 }),
    ...settle(400),
  },
  PROOF_SIGNATURE_INVALID: {
    ...entry(['merchant', 'gateway'], 'Webhook proof signature does not verify', { 'transfer.webhook': 400 }),
    ...settle(400),
  },
  INVALID_PROOF: {
    ...entry(['merchant', 'gateway'], 'Webhook proof recipient is not the receiver', { 'transfer.webhook': 400 }),
    ...settle(400),
  },
  ACCOUNT_NOT_FOUND: entry(['gateway'], 'Source or destination account missing at transfer/create', {
    'transfer.create': 400,
  }),
  UNAUTHORIZED: entry(['gateway'], 'Caller may not debit the source account', { 'transfer.create': 401 }),
  INSUFFICIENT_FUNDS: entry(['gateway'], 'Source balance below amount', { 'transfer.create': 402 }),
  INVALID_CALLBACK_URL: entry(['kyc'], 'Callback address invalid at the KYC redirect', { 'kyc.grant': 400 }),
  TIMESTAMP_EXPIRED: entry(['gateway', 'merchant', 'kyc'], 'Timestamp too far from the clock'),
  NONCE_REUSED: entry(['gateway', 'merchant', 'kyc'], 'Nonce used before by the same caller'),
  UNKNOWN_OCID: entry(['gateway', 'merchant', 'kyc'], 'OCID that is not registered'),
  USER_NOT_FOUND: entry(['kyc'], 'Not shown'),
  KYC_NOT_COMPLETE: entry(['kyc'], 'Not shown'),
  GRANT_NOT_AUTHORIZED: entry(['kyc'], 'Not shown'),
  GRANT_EXPIRED: entry(['kyc'], 'Not shown'),
  INVALID_GRANT: entry(['kyc'], 'Not shown'),
  INVALID_REQUEST: ownEntry(['gateway', 'merchant'], 'Body or parameters do not have their documented shape', {
    ...everywhere(400, 'gateway'),
    ...everywhere(400, 'merchant'),
  }),
  CURRENCY_NOT_SUPPORTED: ownEntry(['gateway'], 'Currency not among settlement.currencies', everywhere(400, 'gateway')),
  AMOUNT_NOT_ACCEPTED: ownEntry(['gateway'], 'Amount refused by the fraud checks', everywhere(400, 'gateway')),
  PAYMENT_EXPIRED: ownEntry(['gateway'], 'Pending payment settled after its expiry', { 'payment.settle': 400 }),
})

/** A code of the catalogue: of the document, or of the reference profile. */
export type ErrorCode = keyof typeof errorCatalogue

/** The KYC provider's code list: exactly these ten. Clause: ERR-03. */
export const kycCodes = [
  'INVALID_SIGNATURE',
  'TIMESTAMP_EXPIRED',
  'NONCE_REUSED',
  'UNKNOWN_OCID',
  'USER_NOT_FOUND',
  'KYC_NOT_COMPLETE',
  'GRANT_NOT_AUTHORIZED',
  'GRANT_EXPIRED',
  'INVALID_GRANT',
  'INVALID_CALLBACK_URL',
] as const satisfies readonly ErrorCode[]

/** The codes of the authentication layer ("Authentication", failure codes). Clause: AUTH-18. */
export const authenticationCodes = [
  'INVALID_SIGNATURE',
  'TIMESTAMP_EXPIRED',
  'NONCE_REUSED',
  'UNKNOWN_OCID',
] as const satisfies readonly ErrorCode[]

/** A refused request: it is answered, and not logged as a fault of the service. */
export class Refusal extends Error {
  readonly code: string
  readonly status: number
  readonly details: JsonObject

  constructor(code: string, status: number, message: string, details: JsonObject = {}) {
    super(message)
    this.name = 'Refusal'
    this.code = code
    this.status = status
    this.details = details
  }

  /** Returns the response body ("Error"). Clauses: ERR-01, ERR-06. */
  body(): { error: { code: string; message: string; details: JsonObject } } {
    return { error: { code: this.code, message: this.message, details: this.details } }
  }
}
