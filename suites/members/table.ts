import type { OperationName } from '../../protocol/operations.ts'
import type { Member, Place, Return } from './member.ts'
import { checkoutMembers } from './rows/gateway-checkout.ts'
import { paymentMembers } from './rows/gateway-payment.ts'
import { transferMembers } from './rows/gateway-transfer.ts'
import { verifyMembers } from './rows/gateway-verify.ts'
import { grantMembers } from './rows/kyc-grant.ts'
import { orderMembers } from './rows/merchant-order.ts'
import { webhookMembers } from './rows/merchant-webhook.ts'
import { metadataMembers } from './rows/metadata.ts'

/** Every member in the document. Headings: Resources and their fields, Endpoints, Authentication. */
export const members: readonly Member[] = [
  ...metadataMembers,
  ...checkoutMembers,
  ...verifyMembers,
  ...transferMembers,
  ...paymentMembers,
  ...orderMembers,
  ...webhookMembers,
  ...grantMembers,
]

/** Returns the members that a caller sets in the body of an operation. */
export const bodyMembers = (operation: OperationName): Member[] =>
  members.filter(member => member.operation === operation && member.setBy === 'caller' && member.in === 'body')

/** A member of a request that must be returned in a place, and how. */
export type Echo = Return & { member: Member }

/** Returns the members of an operation that must be returned in a place, optionally only those of one clause. */
export const echoesOf = (operation: OperationName, place: Place, clause?: Return['clause']): Echo[] =>
  members
    .filter(member => member.operation === operation)
    .flatMap(member => {
      const back = member.returned[place]
      return back === undefined || (clause !== undefined && back.clause !== clause) ? [] : [{ member, ...back }]
    })
