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

/** Returns a pattern of an amount, a decimal string, in the notations that people use. */
const amountPattern = (amount: string): string => {
  const [whole = '0', fraction = ''] = amount.split('.')
  const digits = fraction.replace(/0+$/, '')
  const thousands = whole.replace(/(\d)(?=(\d{3})+$)/g, "$1[.,'’٬ ]?")
  const end = digits ? `[.,٫]${digits}0*` : '(?:[.,٫]0+)?'
  return `(?<!\\d)(?<!\\d[.,])${thousands}${end}(?!\\d)`
}

/**
 * Tells whether a page shows an amount, a decimal string, in a notation that people use: with a point or a comma, with or without
 * a thousands separator or zeros at the end.
 */
export const hasAmount = (page: string, amount: string): boolean => new RegExp(amountPattern(amount)).test(page)

/** Returns what people write for a currency: its code, its symbols and its names. */
const signsOf = (currency: string): string[] =>
  (['code', 'symbol', 'narrowSymbol', 'name'] as const).flatMap(currencyDisplay =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  )

const escaped = (text: string) => text.replace(/[$.*+?^(){}|[\]\\]/g, '\\$&')

/**
 * Tells whether a page shows an amount in another currency than its own: directly beside it stands the code or symbol of one of the
 * `others`, and nowhere on the page one of its own. A page that shows no currency at all does not.
 */
export const isInOtherCurrency = (
  page: string,
  { amount, currency }: { amount: string; currency: string },
  others: readonly string[],
): boolean => {
  const own = signsOf(currency)
  if (own.some(sign => hasText(page, sign))) return false
  const sign = `(?<!\\p{L})(?:${others.flatMap(signsOf).map(escaped).join('|')})(?!\\p{L})`
  const number = amountPattern(amount)
  return new RegExp(`${sign}\\s?${number}|${number}\\s?${sign}`, 'u').test(page)
}
