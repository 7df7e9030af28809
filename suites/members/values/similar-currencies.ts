import { currencies, exponentOf } from '../../../protocol/currency.ts'

/** Returns the symbol of a currency, such as "$". */
const signOf = (currency: string): string =>
  new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay: 'narrowSymbol' })
    .formatToParts(1)
    .find(({ type }) => type === 'currency')?.value ?? currency

/** Returns the other currencies with the same number of minor digits. */
export const otherCurrencies = (own: string): string[] =>
  currencies.filter(code => code !== own && exponentOf(code) === exponentOf(own))

/** Returns those of them that a careless comparison confuses: of the same country, or with the same symbol. */
export const similarCurrencies = (own: string): string[] => {
  const sign = signOf(own)
  return otherCurrencies(own).filter(code => code.startsWith(own.slice(0, 2)) || signOf(code) === sign)
}

/** The most traded currencies, and the most used ones with zero and with three minor digits. */
export const tradedCurrencies: readonly string[] = ['USD', 'EUR', 'JPY', 'GBP', 'CNY', 'AUD', 'CAD', 'CHF', 'KWD']
