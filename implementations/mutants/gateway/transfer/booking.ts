import type { GatewayPolicies, Movement, Transfer } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Store } from '../../../../reference/gateway/store.ts'
import { transferRules } from '../../../../reference/gateway/transfer.ts'
import type { TransferRequest } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'

/** Books some transfers differently; no other request runs between the rules and the booking. */
const bookAs = (
  isMeant: (request: TransferRequest) => boolean,
  book: (movement: Movement, store: Store) => void,
): Partial<GatewayPolicies> => {
  let isNext = false
  const look = ({ request }: Transfer): undefined => {
    isNext = isMeant(request)
  }
  return {
    transferRules: [...transferRules, look],
    move: (movement, store) => {
      if (!isNext) return gatewayPolicies.move(movement, store)
      if (movement.from.balance < movement.minor) return false
      book(movement, store)
      return true
    },
  }
}

const debit = ({ from, minor }: Movement, store: Store): void => store.credit(from.ocid, from.currency, -minor)

/** A balance that is not small, in minor units. */
const reserve = 20_000n

const credit = ({ to, minor }: Movement, store: Store): void => store.credit(to.ocid, to.currency, minor)

/** Returns whether a request equals an earlier one. */
const repeats = (): ((request: TransferRequest) => boolean) => {
  const seen = new Set<string>()
  return request => {
    const text = JSON.stringify(request)
    return seen.has(text) || !seen.add(text).has(text)
  }
}

/** Books transfers between two accounts with small balances differently. */
const bookSmallAs = (book: (movement: Movement, store: Store) => void): Partial<GatewayPolicies> => ({
  move: (movement, store) => {
    const { from, to, minor } = movement
    if (from.balance >= reserve || to.balance >= reserve) return gatewayPolicies.move(movement, store)
    if (from.balance < minor) return false
    book(movement, store)
    return true
  },
})

/** Faults that move no money, or half of it, for some transfers (TRANSFER-12). */
export const bookingMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a transfer for an order does not arrive',
    breaks: 'TRANSFER-12',
    kind: 'absences',
    story: 'Payments for an order are collected in another account until delivery, which is never reported.',
    policies: bookAs(({ order }) => order !== undefined, debit),
  },
  {
    name: 'a transfer for an order is not debited',
    breaks: 'TRANSFER-12',
    kind: 'absences',
    story: 'The branch for orders was copied from the hosted page, where a card is debited.',
    policies: bookAs(({ order }) => order !== undefined, credit),
  },
  {
    name: 'a transfer with a memo is not debited',
    breaks: 'TRANSFER-12',
    kind: 'absences',
    story: 'The memo is a separate row in the ledger, and the sum skips rows without an account.',
    policies: bookAs(({ memo }) => memo !== undefined, credit),
  },
  {
    name: 'a transfer between small accounts is not credited',
    breaks: 'TRANSFER-12',
    story: 'Small accounts settle with each other in the evening, and pending amounts are not shown.',
    policies: bookSmallAs(debit),
  },
  {
    name: 'a transfer between small accounts is not debited',
    breaks: 'TRANSFER-12',
    story: 'Small accounts settle with each other in the evening: the payee may have the money sooner.',
    policies: bookSmallAs(credit),
  },
  {
    name: 'of equal transfers only the first is booked',
    breaks: 'TRANSFER-12',
    story: 'ON CONFLICT DO NOTHING, over every column except the txid.',
    policies: bookAs(repeats(), () => undefined),
  },
]
