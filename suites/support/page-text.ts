import { collapsed } from '../../harness/pages/dom.ts'

const words = (text: string) => collapsed(text).toLowerCase()

/** Whether a page shows a text: white space and case do not count. */
export const showsText = (page: string, text: string): boolean => words(page).includes(words(text))

/**
 * Whether a page shows an amount (a decimal string) in one of the ways in which people write it: point or comma, thousands
 * apart or not, zeros at the end or none.
 */
export const showsAmount = (page: string, amount: string): boolean => {
  const [whole = '0', fraction = ''] = amount.split('.')
  const digits = fraction.replace(/0+$/, '')
  const thousands = whole.replace(/(\d)(?=(\d{3})+$)/g, "$1[.,'’٬ ]?")
  const end = digits ? `[.,٫]${digits}0*` : '(?:[.,٫]0+)?'
  return new RegExp(`(?<!\\d)(?<!\\d[.,])${thousands}${end}(?!\\d)`).test(page)
}
