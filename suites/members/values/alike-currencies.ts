import { currencies, exponentOf } from '../../../protocol/currency.ts'

/** Returns the sign that shops print for a currency, such as "$". */
const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Returns the other currencies with as many minor digits. */
export const otherCurrencies = (own: string): string[] =>
  currencies.filter(code => code !== own && exponentOf(code) === exponentOf(own))

/** Returns those of them that a careless comparison mistakes for the same: of the same country, or with the same sign. */
export const alikeCurrencies = (own: string): string[] => {
  const sign = signOf(own)
  return otherCurrencies(own).filter(code => code.startsWith(own.slice(0, 2)) || signOf(code) === sign)
}

/** The currencies that are traded most, with those of no and of three minor digits in which most is paid. */
export const tradedCurrencies: readonly string[] = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'AUD', 'CAD', 'CHF', 'KWD']
