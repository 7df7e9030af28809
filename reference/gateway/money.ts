import { toMinorUnits } from '../../protocol/amount.ts'
import { Refusal } from '../../protocol/errors.ts'
import type { Gateway, Money } from './contract.ts'

/** Fraud checks let no more than this through, in minor units. */
export const maxMinorUnits = 100_000_000n

/** The currency is one of settlement.currencies. */
export const currencyRefusal = ({ currency }: Money, { currencies }: Gateway): Refusal | undefined =>
  currencies.includes(currency)
    ? undefined
    : new Refusal('CURRENCY_NOT_SUPPORTED', 400, `The currency ${currency} is not supported.`)

/** An amount in minor units; 0 for what is none of its currency. */
export const minorUnits = ({ amount, currency }: Money): bigint => toMinorUnits(amount, currency) ?? 0n

/** The fraud checks: more than zero, no more digits than the currency has, not above `maxMinorUnits`. */
export const amountRefusal = (money: Money): Refusal | undefined => {
  const minor = minorUnits(money)
  return minor > 0n && minor <= maxMinorUnits
    ? undefined
    : new Refusal('AMOUNT_NOT_ACCEPTED', 400, 'The amount is not accepted.')
}
