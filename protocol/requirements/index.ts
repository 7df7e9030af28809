import type { Role } from '../operations.ts'
import { authentication } from './authentication.ts'
import { authenticationRefusals } from './authentication-refusals.ts'
import { callback } from './callback.ts'
import type { Change } from './change.ts'
import { changedRows } from './changes.ts'
import { checkout } from './checkout.ts'
import { consent } from './consent.ts'
import { flow } from './flow.ts'
import { grant } from './grant.ts'
import { hostedPage } from './hosted-page.ts'
import { metadata } from './metadata.ts'
import { notification } from './notification.ts'
import { order } from './order.ts'
import { payloadSignatures } from './payload-signatures.ts'
import { payment } from './payment.ts'
import type { Level, Requirement, Since } from './requirement.ts'
import { transfer } from './transfer.ts'
import { verify } from './verify.ts'
import { webhook } from './webhook.ts'
import { wireFormat } from './wire-format.ts'

export type { Level, Requirement } from './requirement.ts'

const register = {
  ...metadata,
  ...authentication,
  ...authenticationRefusals,
  ...payloadSignatures,
  ...wireFormat,
  ...checkout,
  ...hostedPage,
  ...verify,
  ...transfer,
  ...payment,
  ...notification,
  ...order,
  ...webhook,
  ...grant,
  ...consent,
  ...callback,
  ...flow,
} as const satisfies Record<string, Requirement>

/** The stable name of a requirement, such as 'CHECKOUT-04'. */
export type RequirementId = keyof typeof register

/** The stable name of a requirement that the document leaves open. */
export type OpenRequirementId = {
  [Id in RequirementId]: (typeof register)[Id]['level'] extends 'open' ? Id : never
}[RequirementId]

/** Every requirement by its id, in document order. */
export const requirements: Readonly<Record<RequirementId, Requirement>> = register

// Object.keys returns string[]; the keys of `register` are the ids by definition.
const idsOf = (rows: Partial<Record<RequirementId, Requirement>>) => Object.keys(rows) as RequirementId[]

/** All ids, in document order. */
export const requirementIds: readonly RequirementId[] = idsOf(register)

/** A row that was added or changed after the first edition; an added one has no `was`. */
type LaterRow = Since & Partial<Pick<Change, 'was'>> & { id: string }

/** Every row that was added or changed after the first edition, in document order. */
export const changes: readonly LaterRow[] = requirementIds.flatMap((id): readonly LaterRow[] => {
  const { since } = requirements[id]
  return since === undefined ? changedRows.filter(change => change.id === id) : [{ id, ...since }]
})

/** The edition of the register, which every report names: the latest that added or changed a row. */
export const registerVersion = String(Math.max(1, ...changes.map(({ edition }) => Number(edition))))

/** Checks that a text is the id of a requirement. */
export const isRequirementId = (text: string): text is RequirementId => Object.hasOwn(register, text)

/** Returns the ids that apply to a role, of one level or of all, in document order. */
export const requirementsOf = (role: Role, level?: Level): RequirementId[] =>
  requirementIds.filter(
    id => requirements[id].roles.includes(role) && (level ?? requirements[id].level) === requirements[id].level,
  )

/** A chapter of the register. */
export type Part = { name: string; title: string; ids: readonly RequirementId[] }

/** The chapters in document order; together they contain every requirement once. */
export const parts: readonly Part[] = [
  { name: 'metadata', title: 'Metadata', ids: idsOf(metadata) },
  {
    name: 'authentication',
    title: 'Authentication of requests',
    ids: idsOf({ ...authentication, ...authenticationRefusals }),
  },
  { name: 'payload-signatures', title: 'Payload signatures', ids: idsOf(payloadSignatures) },
  { name: 'wire-format', title: 'Wire format and errors', ids: idsOf(wireFormat) },
  { name: 'checkout', title: 'Gateway: POST /orders/checkout', ids: idsOf(checkout) },
  { name: 'hosted-page', title: 'Gateway: the hosted page', ids: idsOf(hostedPage) },
  { name: 'verify', title: 'Gateway: GET /verify/{txid}', ids: idsOf(verify) },
  { name: 'transfer', title: 'Gateway: POST /transfer/create', ids: idsOf(transfer) },
  { name: 'payment', title: 'Gateway: POST /payment/create', ids: idsOf(payment) },
  { name: 'notification', title: 'Gateway: the Instant Transfer Notification', ids: idsOf(notification) },
  { name: 'order', title: 'Merchant: POST /orders/create', ids: idsOf(order) },
  { name: 'webhook', title: 'Merchant: POST /transfer/webhook', ids: idsOf(webhook) },
  { name: 'grant', title: 'KYC provider: GET /kyc/grant/{ocid}', ids: idsOf(grant) },
  { name: 'consent', title: 'KYC provider: the consent page', ids: idsOf(consent) },
  { name: 'callback', title: 'KYC provider: decision and callback', ids: idsOf(callback) },
  { name: 'flow', title: 'Whole flows, across roles', ids: idsOf(flow) },
]
