import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'

/** Faults that allow some transfers to exceed the balance of the account (TRANSFER-09). */
export const overdraftMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'what an account pays itself may be more than it has',
    breaks: 'TRANSFER-09',
    story: 'No money moves, so it returns before reading the balance, but the proof is still signed.',
    policies: { move: (movement, store) => movement.from === movement.to || gatewayPolicies.move(movement, store) },
  },
  {
    name: 'a balance that is short by half of the amount, or less, is enough',
    breaks: 'TRANSFER-09',
    alsoBreaks: ['NOTIFY-04', 'TRANSFER-11', 'TRANSFER-12', 'TRANSFER-13'],
    story: 'Good customers have an overdraft, and every account became one of theirs.',
    policies: {
      move: (movement, store) => {
        const { from, to, minor } = movement
        if (from.balance * 2n < minor || from.balance === 0n) return false
        store.credit(from.ocid, from.currency, -minor)
        store.credit(to.ocid, to.currency, minor)
        return true
      },
    },
  },
]
