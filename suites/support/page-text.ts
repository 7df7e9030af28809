import { collapsed } from '../../harness/pages/dom.ts'

const normalized = (text: string) => collapsed(text).toLowerCase()

/** Tells whether a page shows a text; white space and case do not count. */
export const hasText = (page: string, text: string): boolean => normalized(page).includes(normalized(text))

/**
 * Tells whether a page shows an amount, a decimal string, in a notation that people use: with a point or a comma, with or without
 * a thousands separator or zeros at the end.
 */
export const hasAmount = (page: string, amount: string): boolean => {
  const [whole = '0', fraction = ''] = amount.split('.')
  const digits = fraction.replace(/0+$/, '')
  const thousands = whole.replace(/(\d)(?=(\d{3})+$)/g, "$1[.,'’٬ ]?")
  const end = digits ? `[.,٫]${digits}0*` : '(?:[.,٫]0+)?'
  return new RegExp(`(?<!\\d)(?<!\\d[.,])${thousands}${end}(?!\\d)`).test(page)
}
