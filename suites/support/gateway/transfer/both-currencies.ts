import { sweep } from '../../../../harness/actors/account-pool.ts'
import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess, type PendingResponse } from '../../../../harness/http/pending-response.ts'
import type { Money } from '../../../../harness/money.ts'
import { notApplicable } from '../../../../harness/outcome.ts'
import type { Actor } from '../../../../harness/run-context.ts'
import { exponentOf } from '../../../../protocol/currency.ts'
import { ask } from '../../probe.ts'
import { balanceIn } from './accounts.ts'

/** Moves money of one currency from the treasury into an account, and back. */
export type CurrencyMoves = {
  money: Money
  fund: (units: number | bigint) => PendingResponse
  /** Sent by the owner, unless `as` is another caller. */
  spend: (units: number | bigint, as?: Actor) => PendingResponse
  /** Moves back everything that can be moved. */
  empty: () => Promise<bigint>
}

const movesOf = (context: CheckContext, owner: Actor, money: Money): CurrencyMoves => {
  const { partner } = context
  const { currency } = money
  const move = (from: Actor, to: Actor, { units, as = from }: { units: number | bigint; as?: Actor }) =>
    context.transfer({ from, to, amount: money.amount(units), currency }, { as })
  const spend = (units: number | bigint, as = owner) => move(owner, partner, { units, as })
  const moves = async (units: bigint): Promise<boolean> => {
    const what = `Whether the account in ${currency} holds ${money.amount(units)}`
    return isSuccess(await ask(context, { what, send: () => spend(units), read: balanceIn, once: true }))
  }
  return {
    money,
    fund: units => move(partner, owner, { units }),
    spend,
    empty: () => sweep(moves, money.most),
  }
}

/** Lends the account that exists in both currencies of the run, empty in the first. Not applicable without a second currency. */
export const leaseInBothCurrencies = async (context: CheckContext): Promise<[CurrencyMoves, CurrencyMoves]> => {
  const { identities, money, secondMoney } = context.run
  if (!secondMoney || !identities.purse1)
    return notApplicable('There are no accounts in a second currency (secondCurrency in the config).')
  const owner = await context.account(0, identities.purse1)
  return [movesOf(context, owner, money), movesOf(context, owner, secondMoney)]
}

const greatestDivisor = (a: bigint, b: bigint): bigint => (b === 0n ? a : greatestDivisor(b, a % b))

/** The approximate number of units in each currency: enough that a conversion's gain or loss is not rounded away. */
const manyUnits = 1_000n

/** Returns units of two currencies that are the same number, like 10.00 and 10. */
export const unitsOfOneNumber = (...moneys: [Money, Money]): [bigint, bigint] => {
  const digits = Math.max(...moneys.map(({ currency }) => exponentOf(currency) ?? 0))
  const sizeOf = ({ currency, step }: Money) => step * 10n ** BigInt(digits - (exponentOf(currency) ?? 0))
  const [a, b] = [sizeOf(moneys[0]), sizeOf(moneys[1])]
  const larger = a > b ? a : b
  const divisor = greatestDivisor(a, b)
  const times = (manyUnits * divisor) / larger || 1n
  return [(times * b) / divisor, (times * a) / divisor]
}
