import type { Json } from '../../../protocol/json/json.ts'

const fullWidth = (text: string): string =>
  text.replace(/[!-~]/g, character => String.fromCharCode(character.charCodeAt(0) + 0xfee0))

/** Writes the digits of a string in another script, and keeps the decimal point. */
const inDevanagari = (text: string): string =>
  text.replace(/[0-9]/g, digit => String.fromCharCode(digit.charCodeAt(0) + 0x936))

/** Keeps the first digit, and adds one after a point if there is no other. */
const withLaterDigitsInDevanagari = (amount: string): string =>
  amount.charAt(0) + inDevanagari(`${amount.slice(1)}${amount.includes('.') ? '' : '.0'}`)

/**
 * Returns an amount, a decimal string, in notations that are not decimal strings, although some lenient readers accept each of them.
 */
export const hostileAmounts = (amount: string): Record<string, Json> => ({
  'a number': Number(amount),
  'an empty text': '',
  'an exponent': `${amount}e0`,
  'a negative exponent': `${amount.replace('.', '')}e-${amount.split('.')[1]?.length ?? 0}`,
  NaN: 'NaN',
  Infinity: 'Infinity',
  'a blank in front': ` ${amount}`,
  'a blank behind': `${amount} `,
  'a line feed behind': `${amount}\n`,
  'full-width digits': fullWidth(amount),
  'digits of another script': inDevanagari(amount),
  'digits of another script behind the first': withLaterDigitsInDevanagari(amount),
  'a decimal comma': amount.includes('.') ? amount.replace('.', ',') : `${amount},0`,
  'a thousands separator': `0,00${amount}`,
  'a separator between digits': `0_${amount}`,
  'two points': `${amount.includes('.') ? amount : `${amount}.0`}.0`,
  'a negative amount': `-${amount}`,
  'a double minus': `--${amount}`,
  hexadecimal: `0x${BigInt(amount.split('.')[0] ?? 0).toString(16)}`,
  'a currency behind': `${amount}USD`,
  'a currency sign': `$${amount}`,
  'a word': 'one',
  null: null,
  true: true,
  'a list': [amount],
  'an object': { value: amount },
})
