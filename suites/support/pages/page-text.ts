import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages.ts'
import { obstacleOf } from '../../../pages/visit/obstacles.ts'
import { withheldFrom } from '../../../pages/visit/withheld.ts'
import { aPersonLooks, drawnOn } from './drawings.ts'

type Expectation = { message: string; expected: unknown; actual: unknown }

/**
 * Fails the clause unless a page shows its required text; blocks the check if that may be shown by scripts, in an unread part of the page,
 * or (with `$`) in drawings.
 */
export const expectShown = (
  { scripted, $, unseen }: Pick<Page, 'scripted'> & Partial<Pick<Page, '$' | 'unseen'>>,
  isShown: boolean,
  { message, ...values }: Expectation,
): void => {
  if (!isShown && scripted !== undefined) blocked(`${message}, unless its scripts do: ${scripted}`)
  const withheld = isShown || $ === undefined ? undefined : withheldFrom($)
  if (withheld !== undefined) blocked(`${message}; ${withheld}`)
  if (!isShown && unseen !== undefined) blocked(`${message}; ${unseen}`)
  const drawn = isShown || $ === undefined ? undefined : drawnOn($, values.expected)
  if (drawn !== undefined) blocked(obstacleOf(`${message}, unless ${drawn} does, which is not read`, aPersonLooks))
  expectThat(isShown, message, values)
}

/** A page that can be read again. */
type Awaited<P> = Pick<Page, 'scripted'> & {
  awaits?: ((isShown: (page: P) => boolean) => Promise<boolean>) | undefined
}

/** Like `expectShown`, for a page whose scripts may draw after a delay: the page is read again before the clause fails. */
export const expectShownSoon = async <P extends Awaited<P>>(
  page: P,
  isShown: (page: P) => boolean,
  expectation: Expectation,
): Promise<void> => expectShown(page, await showsSoon(page, isShown), expectation)

/** Returns whether a page shows something, now or once its scripts have drawn it after a delay. */
export const showsSoon = async <P extends Awaited<P>>(page: P, isShown: (page: P) => boolean): Promise<boolean> =>
  isShown(page) || (await page.awaits?.(isShown)) === true

/** White space, and invisible characters such as soft hyphens: each letter may be in a separate element. */
const ignored = /[\s\u00ad\u200b\u2060\ufeff]/g

const normalized = (text: string) => text.replace(ignored, '').toLowerCase()

/** Returns whether a page shows a text, ignoring white space and case. */
export const hasText = (page: string, text: string): boolean => normalized(page).includes(normalized(text))

/** The separator of the fraction of a number; it may be in a separate element. */
const point = ' ?[.,٫·] ?'

/** A currency symbol or code instead of the decimal point, as in `4€56`. */
const currencyPoint = ' ?(?:\\p{Sc}|[A-Z]{3}) ?'

/** Returns a pattern for a number, a decimal string, in common notations. */
const numberPattern = (number: string): string => {
  const [whole = '0', fraction = ''] = number.split('.')
  const digits = fraction.replace(/0+$/, '')
  const thousands = whole.replace(/(\d)(?=(\d{3})+$)/g, "$1[.,'’٬ ]?")
  const end = digits ? `(?:${point}${digits}0*|${currencyPoint}${digits}0*(?![.,]\\d))` : '(?:[.,٫·]0+)?'
  return `(?<!\\d)(?<!\\d[.,])${thousands}${end}(?!\\d)`
}

/**
 * Returns whether a page shows a number, a decimal string, in a common notation: in digits of any script, with a point, a comma or the
 * currency before the fraction, with or without thousands separators or trailing zeros.
 */
export const hasNumber = (page: string, number: string): boolean =>
  new RegExp(numberPattern(number), 'u').test(inAsciiDigits(page))

/** Returns a text with the digits of any script as ASCII digits. */
export const inAsciiDigits = (text: string): string => text.replace(otherDigit, asciiDigit)

const otherDigit = /[^\P{Nd}0-9]/gu

/** Returns the ASCII digit with the same value: the digits of a script are consecutive, from 0 to 9. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** Returns common ways to write a currency: its code, its symbols and its names. */
const signsOf = (currency: string): string[] =>
  (['code', 'symbol', 'narrowSymbol', 'name'] as const).flatMap(currencyDisplay =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  )

/** Returns the pattern of a text itself. */
export const escaped = (text: string) => text.replace(/[$.*+?^(){}|[\]\\]/g, '\\$&')

/** Returns the numbers of a page directly next to a code or symbol of a currency, such as `12.30` of `$12.30`. */
const numbersBeside = (page: string, currency: string): string[] => {
  const sign = `(?<!\\p{L})(?:${signsOf(currency).map(escaped).join('|')})(?!\\p{L})`
  const number = "\\d(?:[\\d.,'’٬٫·]*\\d)?"
  const found = inAsciiDigits(page).matchAll(
    new RegExp(`${sign}\\s?(${number})|(?<![\\d.,·])(${number})\\s?${sign}`, 'giu'),
  )
  return [...found].map(([, after, before]) => after ?? before ?? '')
}

/** Returns the value of a number as people read it: a separator followed by three digits separates thousands. */
const numberOf = (number: string): number => {
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,٫·](\d{1,2}|\d{4,}))?$/.exec(number) ?? []
  return Number(`${whole.replace(/\D/g, '')}.${fraction || 0}`)
}

/**
 * Returns a number on a page that may be meant as the amount but differs from it: one of similar size, or with a shifted decimal point.
 * Fees, shares and balances have other sizes.
 */
export const mistakenAmount = (
  page: string,
  { amount, currency }: { amount: string; currency: string },
): string | undefined =>
  numbersBeside(page, currency).find(number => {
    const ratio = numberOf(number) / Number(amount)
    const isMoved = [0.01, 0.1, 10, 100].some(factor => Math.abs(ratio / factor - 1) < 1e-9)
    return ratio !== 1 && ((ratio > 0.6 && ratio < 1.9) || isMoved)
  })

/**
 * Returns whether a page shows an amount in a wrong currency: directly next to it is the code or symbol of one of the `others`, and its own
 * is nowhere on the page. A page without any currency does not.
 */
export const isInOtherCurrency = (
  page: string,
  { amount, currency }: { amount: string; currency: string },
  others: readonly string[],
): boolean => {
  const own = signsOf(currency)
  if (own.some(sign => hasText(page, sign))) return false
  const sign = `(?<!\\p{L})(?:${others.flatMap(signsOf).map(escaped).join('|')})(?!\\p{L})`
  const number = numberPattern(amount)
  return new RegExp(`${sign}\\s?${number}|${number}\\s?${sign}`, 'u').test(inAsciiDigits(page))
}
