import { Refusal } from '../../protocol/errors.ts'
import { type Money, minorUnits } from '../every-role/wire-format/values.ts'
import type { Gateway } from './contract.ts'

/** The limit of the fraud checks, in minor units. */
const maxMinorUnits = 1_000_000_000_000n

/** Refuses a currency that is not one of settlement.currencies. Clause: CHECKOUT-13. */
export const currencyRefusal = ({ currency }: Money, { currencies }: Gateway): Refusal | undefined =>
  currencies.includes(currency)
    ? undefined
    : new Refusal('CURRENCY_NOT_SUPPORTED', 400, `The currency ${currency} is not supported.`)

/**
 * Refuses an amount that fails the fraud checks: it is zero, has more digits than the currency, or is above `maxMinorUnits`.
 * Clauses: FMT-05, FMT-10, CHECKOUT-13.
 */
export const amountRefusal = (money: Money): Refusal | undefined => {
  const minor = minorUnits(money)
  return minor > 0n && minor <= maxMinorUnits
    ? undefined
    : new Refusal('AMOUNT_NOT_ACCEPTED', 400, 'The amount is not accepted.')
}
