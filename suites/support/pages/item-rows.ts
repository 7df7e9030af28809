import { plain, words } from '../../../pages/document/control-intent.ts'
import { type CheerioAPI, descendantsOf, type Element, lineage, textOf } from '../../../pages/document/dom.ts'
import { headingOf } from '../../../pages/document/table.ts'
import type { OrderItem } from '../../../schemas/messages.ts'
import { escaped, hasNumber, hasText, inAsciiDigits } from './page-text.ts'

/** An item, and its total cost: price times quantity. */
export type PricedItem = Pick<OrderItem, 'name' | 'quantity' | 'price'> & { total: string }

/** Returns the innermost element whose text contains a name. */
const elementWith = ($: CheerioAPI, name: string): Element | undefined => {
  let found: Element | undefined
  for (let [next] = $('body').toArray(); next !== undefined && hasText(textOf(next), name); ) {
    found = next
    next = $(next)
      .children()
      .toArray()
      .find(child => hasText(textOf(child), name))
  }
  return found
}

type Row = { element?: Element; text: string }

/** Returns the largest part of a page that names an item and none of the others, such as its table row. */
const rowOf = ($: CheerioAPI, item: PricedItem, items: readonly PricedItem[]): Row => {
  const named = elementWith($, item.name)
  const parts = named === undefined ? [] : lineage(named).map(element => ({ element, text: textOf(element) }))
  const end = parts.findIndex(({ text }) => items.some(other => other !== item && hasText(text, other.name)))
  return parts.slice(0, end === -1 ? 0 : end).at(-1) ?? { text: '' }
}

/** Returns whether a text contains an integer that is not part of a decimal. */
const hasInteger = (text: string, integer: number): boolean =>
  new RegExp(`(?<![\\d.,])${integer}(?![.,]?\\d)`).test(inAsciiDigits(text))

const heading = words(
  'quantity, qty, pieces, count, number, menge, anzahl, stuck, quantite, cantidad, quantita, aantal',
)

/** Returns the numbers of a row that are clearly quantities: a factor beside the item or its price, or alone under such a heading. */
const quantitiesIn = ({ element, text }: Row, { name, price }: PricedItem): number[] => {
  const cells = element === undefined ? [] : descendantsOf(element, 'td')
  const counted = cells.filter(cell => heading.test(plain(headingOf(cell)))).map(textOf)
  const of = [name, price, price.replace('.', ',')].map(escaped).join('|')
  const factor = new RegExp(`(?<![\\d.,])(\\d+) ?[x×*] ?(?:${of})|(?:${of}) ?[x×*] ?(\\d+)(?![.,]?\\d)`, 'iu')
  const [, before, after] = factor.exec(inAsciiDigits(text)) ?? []
  return [...counted, before, after].filter(number => /^\d+$/.test(number ?? '')).map(Number)
}

const hasCosts = (row: string, { price, total }: PricedItem): boolean =>
  [price, total].some(cost => hasNumber(row, cost))

/**
 * Describes what is wrong in the rows of two items: one has the price of the other, or clearly a wrong quantity; undefined if nothing. A
 * page may omit prices and quantities, and other contents of a row do not matter.
 */
export const misstated = ($: CheerioAPI, items: readonly [PricedItem, PricedItem]): string | undefined => {
  for (const [item, other] of [items, items.toReversed()] as [PricedItem, PricedItem][]) {
    const row = rowOf($, item, items)
    if (hasCosts(row.text, other) && !hasCosts(row.text, item))
      return `the price of “${other.name}” next to “${item.name}”: ${row.text}`
    const [wrong] = hasInteger(row.text, item.quantity) ? [] : quantitiesIn(row, item)
    if (wrong !== undefined) return `the quantity ${wrong} of “${item.name}”: ${row.text}`
  }
  return undefined
}
