import { toMinorUnits } from '../../protocol/amount.ts'
import { exponentOf } from '../../protocol/currency.ts'
import { Refusal } from '../../protocol/errors.ts'
import type { Gateway, Money } from './gateway.ts'

/** Fraud checks let no more than this through, in whole units of the currency. */
export const mostUnits = 1_000_000n

/** The currency is one of settlement.currencies. */
export const refusesCurrency = ({ currency }: Money, { currencies }: Gateway): Refusal | undefined =>
  currencies.includes(currency)
    ? undefined
    : new Refusal('CURRENCY_NOT_SUPPORTED', 400, `The currency ${currency} is not supported.`)

const isInRange = ({ amount, currency }: Money): boolean => {
  const minor = toMinorUnits(amount, currency) ?? 0n
  return minor > 0n && minor <= mostUnits * 10n ** BigInt(exponentOf(currency) ?? 0)
}

/** The fraud checks: more than zero, no more digits than the currency has, not above `mostUnits`. */
export const refusesAmount = (money: Money): Refusal | undefined =>
  isInRange(money) ? undefined : new Refusal('AMOUNT_NOT_ACCEPTED', 400, 'The amount is not accepted.')

/** An accepted amount in minor units. */
export const minorUnits = ({ amount, currency }: Money): bigint => {
  const minor = toMinorUnits(amount, currency)
  if (minor === undefined) throw new RangeError(`${amount} is no amount of ${currency}`)
  return minor
}
