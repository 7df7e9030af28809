import { blocked, expectThat } from '../../../harness/outcome.ts'
import { collapsed } from '../../../harness/pages/document/dom.ts'

type Expectation = { message: string; expected: unknown; actual: unknown }

/** Fails the clause unless a page shows what it has to; blocks the check if scripts of the page may show it. */
export const expectShown = (
  { scripted }: { scripted: string | undefined },
  isShown: boolean,
  { message, ...values }: Expectation,
): void => {
  if (!isShown && scripted !== undefined) blocked(`${message}, unless its scripts do: ${scripted}`)
  expectThat(isShown, message, values)
}

const normalized = (text: string) => collapsed(text).toLowerCase()

/** Returns whether a page shows a text; white space and case do not count. */
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
