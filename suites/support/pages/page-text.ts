import { blocked, fail } from '../../../harness/outcome.ts'
import type { Page } from '../../../harness/pages.ts'
import { intentOf, isPlainlyLabelled, plain } from '../../../pages/document/control-intent.ts'
import { blocksOf, type CheerioAPI, collapsed, type Element, textOf } from '../../../pages/document/dom.ts'
import { unplainIn } from '../../../pages/document/plain-page.ts'
import { obstacleOf } from '../../../pages/visit/obstacles.ts'
import { withheldFrom } from '../../../pages/visit/withheld.ts'
import { aPersonLooks, drawnOn, rawTextsOf } from './drawings.ts'

/** `mayBe`: names what on the page may be the missing text, though it is not read so. */
type Expectation<P> = {
  message: string
  expected: unknown
  actual: unknown
  mayBe?: ((page: P) => string | undefined) | undefined
}

/**
 * Fails the clause unless a page shows its required text; blocks the check if that may be shown by scripts, in an unread part of the page,
 * or (with `$`) in drawings.
 */
export const expectShown = <P extends Pick<Page, 'scripted'> & Partial<Pick<Page, '$' | 'unseen'>>>(
  page: P,
  isShown: boolean,
  { message, mayBe, ...values }: Expectation<P>,
): void => {
  if (isShown) return
  const { scripted, $ } = page
  if (scripted !== undefined) blocked(`${message}, unless its scripts do: ${scripted}`)
  const unread = ($ && withheldFrom($)) ?? page.unseen
  if (unread !== undefined) blocked(`${message}; ${unread}`)
  const other = ($ && drawnOn($, values.expected)) ?? mayBe?.(page)
  if (other !== undefined) blocked(obstacleOf(`${message}, unless ${other} does, which is not read`, aPersonLooks))
  fail(message, values)
}

/** Fails the clause unless what a page shows is right; blocks the check if the page has more than plain markup. */
export const expectRight = (page: Page, isRight: boolean, expectation: Expectation<unknown>): void => {
  const { scripted, $ } = page
  const unplain = unplainIn(page)
  const unseen = unplain && obstacleOf(`the page ${page.name} has ${unplain}, which is not read`, aPersonLooks)
  expectShown({ scripted, $, unseen }, isRight, expectation)
}

/** A page that can be read again. */
type Awaited<P> = Pick<Page, 'scripted'> & {
  awaits?: ((isShown: (page: P) => boolean) => Promise<boolean>) | undefined
}

/** Like `expectShown`, for a page whose scripts may draw after a delay: the page is read again before the clause fails. */
export const expectShownSoon = async <P extends Awaited<P>>(
  page: P,
  isShown: (page: P) => boolean,
  expectation: Expectation<P>,
): Promise<void> => {
  let last = page
  const isShownSoon = await showsSoon(page, later => {
    last = later
    return isShown(later)
  })
  expectShown(last, isShownSoon, expectation)
}

/** Returns whether a page shows something, now or once its scripts have drawn it after a delay. */
export const showsSoon = async <P extends Awaited<P>>(page: P, isShown: (page: P) => boolean): Promise<boolean> =>
  isShown(page) || (await page.awaits?.(isShown)) === true

/** The text of a page with the parts that it hides, such as what a style shows after a click. */
const sourceOf = ({ response }: Page): string => (response.text ?? '').replace(/<[^<>]*>/g, ' ')

const inSource = 'a part of its source that it hides'

/** Fails the clause unless a page shows a string; blocks the check if only its beginning stands there, unless that is one of `others`. */
export const expectText = (
  page: Page,
  text: string,
  { others = [], when = '' }: { others?: readonly string[]; when?: string } = {},
): Promise<void> =>
  expectShownSoon(page, shown => hasText(shown.text, text), {
    message: `the page does not show “${text}”${when}`,
    expected: text,
    actual: `the page ${page.name} shows: ${page.text}`,
    mayBe: shown => (hasText(sourceOf(shown), text) ? inSource : beginningOf(shown.$, text, others)),
  })

/** Fails the clause unless a page shows the amount of an order; blocks the check if it may be there in another notation. */
export const expectAmount = (page: Page, order: Total, when = ''): Promise<void> =>
  expectShownSoon(page, ({ text }) => hasNumber(text, order.amount), {
    message: `the page does not show the amount${when}`,
    expected: order.amount,
    actual: `the page ${page.name} shows: ${page.text}`,
    mayBe: shown => (hasNumber(sourceOf(shown), order.amount) ? inSource : otherNotationOf(shown.$, order)),
  })

/** White space, and invisible characters such as soft hyphens: each letter may be in a separate element. */
const ignored = /[\s\u00ad\u200b\u2060\ufeff]/g

const normalized = (text: string) => text.replace(ignored, '').toLowerCase()

/** Returns whether a page shows a string, ignoring white space and case. */
export const hasText = (page: string, text: string): boolean => normalized(page).includes(normalized(text))

/** Fewest characters of a string that is cut to fit its place. */
const fewestOfCut = 10

/** Returns the beginning of a string, if a page shows it, no word continues from there, and it is not the whole of another string. */
const beginningOf = ($: CheerioAPI, whole: string, others: readonly string[]): string | undefined => {
  const [text = '', ...rest] = [whole, ...others].map(each => collapsed(each).toLowerCase())
  const page = rawTextsOf($)
    .map(each => collapsed(each).toLowerCase())
    .join('\n')
  const start = text.slice(0, fewestOfCut)
  for (let at = page.indexOf(start); at !== -1; at = page.indexOf(start, at + 1)) {
    let { length } = start
    while (length < text.length && page[at + length] === text[length]) length += 1
    const beginning = page.slice(at, at + length).trim()
    const isOther = rest.some(other => other !== text && other.length >= beginning.length && page.startsWith(other, at))
    if (!isOther && !/[\p{L}\p{N}]/u.test(page[at + length] ?? '')) return `“${beginning}”`
  }
  return undefined
}

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

/** Returns whether a page shows an integer, in digits, that is not part of a decimal. */
export const hasInteger = (page: string, integer: string): boolean =>
  new RegExp(`(?<![\\d.,])${integer}(?![.,]?\\d)`).test(inAsciiDigits(page))

/** Returns a string with the digits of any script as ASCII digits. */
export const inAsciiDigits = (text: string): string => text.replace(otherDigit, asciiDigit)

const otherDigit = /[^\P{Nd}0-9]/gu

/** Returns the ASCII digit with the same value: the digits of a script are consecutive, from 0 to 9. */
const asciiDigit = (digit: string): string => {
  const code = digit.codePointAt(0) ?? 0
  let value = 0
  while (value < 9 && /\p{Nd}/u.test(String.fromCodePoint(code - value - 1))) value += 1
  return String(value)
}

/** Returns a predicate for texts that are, as a whole, in a comma-separated list of labels. */
export const isLabelIn = (list: string): ((text: string) => boolean) => {
  const labels = new Set(list.split(/,\s+/))
  return text => labels.has(plain(text).replace(/[\s.:]{1,3}$/, ''))
}

/** Returns common ways to write a currency: its code, its symbols and its names. */
const signsOf = (currency: string): string[] =>
  (['code', 'symbol', 'narrowSymbol', 'name'] as const).flatMap(currencyDisplay =>
    new Intl.NumberFormat('en', { style: 'currency', currency, currencyDisplay })
      .formatToParts(1)
      .filter(({ type }) => type === 'currency')
      .map(({ value }) => value),
  )

/** Returns the pattern of a string itself. */
export const escaped = (text: string) => text.replace(/[$.*+?^(){}|[\]\\]/g, '\\$&')

/** Returns a pattern for numbers directly next to a code or symbol of a currency. */
const numberBeside = (currency: string): RegExp => {
  const sign = `(?<!\\p{L})(?:${signsOf(currency).map(escaped).join('|')})(?!\\p{L})`
  // Longer ones are no amounts, and would be read again from each of their digits.
  const number = "\\d(?:[\\d.,'’٬٫·]{0,40}\\d)?"
  return new RegExp(`${sign}\\s?(${number})|(?<![\\d.,·])(${number})\\s?${sign}`, 'giu')
}

/** Returns whether a string is, as a whole, a label for what is to be paid. */
const isTotal = isLabelIn(
  `total, total amount, grand total, order total, total due, total to pay, amount, amount due, amount to pay, you pay, to pay, sum,
  summe, gesamt, gesamtsumme, gesamtbetrag, betrag, zu zahlen, montant, montant total, total a payer, a payer, importe, importe total,
  total a pagar, a pagar, totale, importo, da pagare, totaal, bedrag, te betalen`,
)

/**
 * Returns the numbers in a currency that a page says are to be paid, such as `12.30` of `$12.30`: in a block of their own beside such a
 * label, or on a button that pays.
 */
const amountsToPay = ($: CheerioAPI, currency: string): string[] => {
  const beside = numberBeside(currency)
  const labelled = blocksOf($)
    .map(inAsciiDigits)
    .filter((block, at, blocks) => {
      const label = block.replace(beside, '')
      return isTotal(/[\p{L}\p{N}]/u.test(label) ? label : (blocks[at - 1] ?? ''))
    })
  const buttons = $<Element, string>('button, input').toArray().map(textOf).map(inAsciiDigits)
  const paying = buttons.filter(name => isPlainlyLabelled(intentOf(name)) && intentOf(name).purpose === 'pay')
  const found = [...labelled, ...paying].flatMap(text => [...text.matchAll(beside)])
  return found.map(([, after, before]) => after ?? before ?? '')
}

/** Returns the value of a number as people read it: a separator followed by three digits separates thousands. */
const numberOf = (number: string): number => {
  const [, whole = '', fraction = ''] = /^(.*?)(?:[.,٫·](\d{1,2}|\d{4,}))?$/.exec(number) ?? []
  return Number(`${whole.replace(/\D/g, '')}.${fraction || 0}`)
}

/** An amount to be paid. */
type Total = { amount: string; currency: string }

/**
 * Returns a number that a page says is to be paid, and that is not the amount: of similar size, or with its point elsewhere. Instalments
 * and fees have other sizes.
 */
export const mistakenAmount = ($: CheerioAPI, { amount, currency }: Total): string | undefined =>
  amountsToPay($, currency).find(number => {
    const ratio = numberOf(number) / Number(amount)
    const isMoved = [0.01, 0.1, 10, 100].some(factor => Math.abs(ratio / factor - 1) < 1e-9)
    return ratio !== 1 && ((ratio > 0.6 && ratio < 1.9) || isMoved)
  })

/**
 * Returns, in words, where a page may have an amount in a notation that is not read: its digits with something between, or a part of it
 * alone if the page does not say that another amount is to be paid.
 */
const otherNotationOf = ($: CheerioAPI, { amount, currency }: Total): string | undefined => {
  const page = inAsciiDigits(textOf($))
  const digits = amount.replace('.', '')
  const apart = new RegExp(`(?<!\\d)(?!${digits}(?!\\d))${[...digits].join('\\D{0,30}')}(?!\\d)`).exec(page)
  const part = amount.split('.').find(each => hasInteger(page, each))
  const found = apart?.[0] ?? (amountsToPay($, currency).length === 0 ? part : undefined)
  return found && `“${found}”`
}

/**
 * Returns whether a page shows an amount in a wrong currency: directly next to it is the code or symbol of one of the `others`, and its own
 * is nowhere on the page. A page without any currency does not.
 */
export const isInOtherCurrency = (page: string, { amount, currency }: Total, others: readonly string[]): boolean => {
  const own = signsOf(currency)
  if (own.some(sign => hasText(page, sign))) return false
  const sign = `(?<!\\p{L})(?:${others.flatMap(signsOf).map(escaped).join('|')})(?!\\p{L})`
  const number = numberPattern(amount)
  return new RegExp(`${sign}\\s?${number}|${number}\\s?${sign}`, 'u').test(inAsciiDigits(page))
}
