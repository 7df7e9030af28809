import { exponentOf } from './currency.ts'
import { withoutTrailingZeros } from './digits.ts'

/** A decimal string ("Limits", Amounts): digits, no sign, no leading zeros, no exponent, no blanks. */
export const isDecimal = (text: unknown): text is string =>
  typeof text === 'string' && /^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text)

/** '12.300' as ['12', '3']. */
const halves = (decimal: string): [whole: string, fraction: string] => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return [whole, withoutTrailingZeros(fraction)]
}

/**
 * '12.34' USD to 1234n, exactly. Undefined where it is no decimal, has more significant digits than the currency's
 * minor unit, or the currency has no minor unit or is not active.
 */
export const toMinorUnits = (amount: unknown, currency: string): bigint | undefined => {
  const exponent = exponentOf(currency)
  if (exponent === undefined || !isDecimal(amount)) return undefined
  const [whole, fraction] = halves(amount)
  return fraction.length > exponent ? undefined : BigInt(whole + fraction.padEnd(exponent, '0'))
}

/** 1234n USD to '12.34', with all digits of the minor unit. RangeError for a currency that has none. */
export const fromMinorUnits = (minor: bigint, currency: string): string => {
  const exponent = exponentOf(currency)
  if (exponent === undefined) throw new RangeError(`${currency} has no minor unit`)
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return `${minor < 0n ? '-' : ''}${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`
}

/** Whether two decimals of any length are the same number: '1.0' and '1.00' are. False for what is no decimal. */
export const sameAmount = (a: string, b: string): boolean =>
  isDecimal(a) && isDecimal(b) && halves(a).join('.') === halves(b).join('.')
