import type { Gateway, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import type { Store } from '../../../reference/gateway/store.ts'
import { proofOfTransfer } from '../../../reference/gateway/transfer.ts'
import type { Variant } from '../variant.ts'

/** How late the money arrives, in milliseconds. */
const lateMs = 400

const owners = new WeakMap<Store, Gateway>()

/** Remembers which timers the store uses; a proof is made before the money moves. */
const proofByOwner: GatewayPolicies['proofOfTransfer'] = (request, gateway) => {
  owners.set(gateway.store, gateway)
  return proofOfTransfer(request, gateway)
}

/** Debits immediately, and credits once the ledger has caught up. */
const moveLater: GatewayPolicies['move'] = ({ from, to, minor }, store) => {
  if (from.balance < minor) return false
  store.credit(from.ocid, from.currency, -minor)
  owners.get(store)?.ports.after(lateMs, () => store.credit(to.ocid, to.currency, minor))
  return true
}

/** When a recipient gets the money, which the document does not say. */
export const lateCreditVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'the recipient has the money a moment later',
    story: 'The answer reports the debit; a ledger credits the other account later.',
    policies: { move: moveLater, proofOfTransfer: proofByOwner },
  },
]
