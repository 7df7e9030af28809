import { currencies, exponentOf } from '../../../protocol/currency.ts'

/** Well-known currencies, which are preferred. */
const common = ['EUR', 'USD', 'JPY', 'KRW', 'KWD', 'BHD']

/** Returns another active currency with the same number of minor digits, so that amounts are valid in both. */
export const alikeCurrency = (currency: string): string => {
  const alike = [...common, ...currencies].find(code => code !== currency && exponentOf(code) === exponentOf(currency))
  return alike ?? currency
}
