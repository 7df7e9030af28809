import { exponentOf } from './currency.ts'
import { withoutTrailingZeros } from './digits.ts'

/**
 * Checks that a value is a decimal string ("Limits", Amounts): digits and at most one dot, without sign, leading zeros,
 * exponent or white space. Clauses: FMT-02, FMT-05.
 */
export const isDecimal = (text: unknown): text is string =>
  typeof text === 'string' && /^(0|[1-9][0-9]*)(\.[0-9]+)?$/.test(text)

/** Splits '12.300' into ['12', '3']. */
const wholeAndFraction = (decimal: string): [whole: string, fraction: string] => {
  const [whole = '', fraction = ''] = decimal.split('.')
  return [whole, withoutTrailingZeros(fraction)]
}

/**
 * Converts an amount to minor units exactly: '12.34' USD to 1234n. Returns undefined if it is not a decimal string or has
 * more significant digits than the currency's minor unit, or if the currency is not active or has no minor unit.
 * Clauses: FMT-10, TRANSFER-12.
 */
export const toMinorUnits = (amount: unknown, currency: string): bigint | undefined => {
  const exponent = exponentOf(currency)
  if (exponent === undefined || !isDecimal(amount)) return undefined
  const [whole, fraction] = wholeAndFraction(amount)
  return fraction.length > exponent ? undefined : BigInt(whole + fraction.padEnd(exponent, '0'))
}

/**
 * Converts minor units to an amount with all digits of the minor unit: 1234n USD to '12.34'. Throws a RangeError for a
 * currency without a minor unit. Clause: FMT-02.
 */
export const fromMinorUnits = (minor: bigint, currency: string): string => {
  const exponent = exponentOf(currency)
  if (exponent === undefined) throw new RangeError(`${currency} has no minor unit`)
  const digits = String(minor < 0n ? -minor : minor).padStart(exponent + 1, '0')
  const whole = digits.slice(0, digits.length - exponent)
  return `${minor < 0n ? '-' : ''}${whole}${exponent === 0 ? '' : `.${digits.slice(-exponent)}`}`
}

/**
 * Compares two decimal strings of any length as numbers: '1.0' equals '1.00'. Returns false if either is not a decimal
 * string. Clauses: TRANSFER-04, WEBHOOK-07.
 */
export const isSameAmount = (a: string, b: string): boolean =>
  isDecimal(a) && isDecimal(b) && wholeAndFraction(a).join('.') === wholeAndFraction(b).join('.')
