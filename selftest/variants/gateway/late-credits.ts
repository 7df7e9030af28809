import { setTimeout } from 'node:timers'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import type { Variant } from '../variant.ts'

/** How late the money arrives, in milliseconds. */
const lateMs = 400

/** Debits at once, and credits when the ledger has caught up. */
const moveLater: GatewayPolicies['move'] = ({ from, to, minor }, store) => {
  if (from.balance < minor) return false
  store.credit(from.ocid, from.currency, -minor)
  setTimeout(() => store.credit(to.ocid, to.currency, minor), lateMs)
  return true
}

/** When a recipient has the money, which the document does not show. */
export const lateCreditVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'the recipient has the money a moment later',
    story: 'The answer tells of the debit; a ledger credits the other account in its own time.',
    policies: { move: moveLater },
  },
]
