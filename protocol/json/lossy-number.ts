import { withoutLeadingZeros, withoutTrailingZeros } from '../digits.ts'

/** A double holds every integer of up to 15 digits. */
const plainDigits = /^-?\d{1,15}$/

/** Checks whether a JSON number changes its value as a double: 9007199254740993, 1e400, 1e-400. */
export const isLossy = (token: string): boolean => {
  if (plainDigits.test(token)) return false
  const value = Number(token)
  if (!Number.isFinite(value)) return true
  const sent = decimal(token)
  const kept = decimal(String(value))
  return sent.digits !== kept.digits || sent.exponent !== kept.exponent
}

/** Returns the significant digits without zeros at either end, and the power of ten of the last one; the sign is kept anyway. */
const decimal = (token: string): { digits: string; exponent: number } => {
  const [mantissa = '', power = '0'] = token.replace(/^-/, '').split(/e/i)
  const [whole = '', fraction = ''] = mantissa.split('.')
  const significant = withoutTrailingZeros(whole + fraction)
  if (significant === '') return { digits: '', exponent: 0 }
  const zeros = whole.length + fraction.length - significant.length
  return { digits: withoutLeadingZeros(significant), exponent: Number(power) - fraction.length + zeros }
}
