import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Account } from '../../../../reference/gateway/records.ts'
import type { Mutant } from '../../mutant.ts'

/** Debits of each account since it was last empty. */
const debits = new WeakMap<Readonly<Account>, number>()

/** Debits on one page of the ledger. */
const pageLength = 7

/** Faults of balances that only a series of transfers reveals (TRANSFER-12). */
export const transferSeriesMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'exactly the balance is refused after seven transfers',
    breaks: 'TRANSFER-12',
    kind: 'models',
    story: 'After seven debits the balance is carried to a new page, where it is compared with < instead of <=.',
    policies: {
      move: async (movement, store) => {
        const { from, minor } = movement
        const count = debits.get(from) ?? 0
        const isRefused = count >= pageLength && from.balance === minor
        const isMoved = !isRefused && (await gatewayPolicies.move(movement, store))
        if (isMoved || isRefused) debits.set(from, isRefused || from.balance === 0n ? 0 : count + 1)
        return isMoved
      },
    },
  },
  {
    name: 'a transfer to the same account makes money',
    breaks: 'TRANSFER-12',
    kind: 'models',
    story: "Both balances are read first and written afterwards, the recipient's last.",
    policies: {
      move: ({ from, to, minor }, store) => {
        if (from !== to) return gatewayPolicies.move({ from, to, minor }, store)
        if (from.balance < minor) return false
        store.credit(to.ocid, to.currency, minor)
        return true
      },
    },
  },
]
