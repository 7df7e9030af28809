import { currencies, exponentOf } from '../../../protocol/currency.ts'

/** Currencies that people know, first. */
const common = ['EUR', 'USD', 'JPY', 'KRW', 'KWD', 'BHD']

/** Returns another active currency with as many minor digits, so that an amount of the one is an amount of the other. */
export const alikeCurrency = (currency: string): string => {
  const alike = [...common, ...currencies].find(code => code !== currency && exponentOf(code) === exponentOf(currency))
  return alike ?? currency
}
