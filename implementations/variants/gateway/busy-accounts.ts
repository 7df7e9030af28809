import { Refusal } from '../../../protocol/errors.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { yieldTurn } from '../../support/changes.ts'
import type { Variant } from '../variant.ts'

const versions = new WeakMap<object, number>()

const versionOf = (account: object): number => versions.get(account) ?? 0

/** Moves nothing and refuses if another transfer has changed one of the accounts since they were read. */
const moveUnlessChanged =
  (refusal: Refusal): GatewayPolicies['move'] =>
  async (movement, store) => {
    const accounts = [movement.from, movement.to]
    const read = accounts.map(versionOf)
    for (let query = 0; query < 5; query++) await yieldTurn(undefined)
    if (accounts.some((account, at) => versionOf(account) !== read[at])) throw refusal
    const isMoved = await gatewayPolicies.move(movement, store)
    if (isMoved) for (const account of accounts) versions.set(account, versionOf(account) + 1)
    return isMoved
  }

/** Other ways to handle simultaneous transfers on one account, which the document does not define. */
export const busyAccountVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'of two transfers of an account at once one is a conflict',
    story: 'Optimistic locking: the caller is asked to send the transfer again.',
    policies: { move: moveUnlessChanged(new Refusal('CONFLICT', 409, 'The account has changed. Try again.')) },
  },
  {
    name: 'a transfer that does not get its lock in time fails',
    story: 'The database rolls it back, and the framework answers 500.',
    policies: { move: moveUnlessChanged(new Refusal('LOCK_TIMEOUT', 500, 'Try again.')) },
  },
]
