import { type CheerioAPI, descendantsOf, type Element, lineage, textOf } from '../../../pages/document/dom.ts'
import { headingOf } from '../../../pages/document/table.ts'
import type { OrderItem } from '../../../schemas/messages.ts'
import { escaped, hasInteger, hasNumber, hasText, inAsciiDigits, isLabelIn } from './page-text.ts'

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

const isQuantity = isLabelIn(
  'quantity, qty, pieces, count, menge, anzahl, stuck, quantite, cantidad, quantita, aantal, quantidade',
)

/** Returns the number of a row that is plainly its quantity: a factor of the item or its price, or alone under such a heading. */
const quantityIn = ({ element, text }: Row, { name, price }: PricedItem): string | undefined => {
  const cells = element === undefined ? [] : descendantsOf(element, 'td')
  const counted = cells.filter(cell => isQuantity(headingOf(cell))).map(textOf)
  const of = [name, price, price.replace('.', ',')].map(escaped).join('|')
  const factor = new RegExp(`(?<![\\d.,])(\\d+) ?[x×*] ?(?:${of})|(?:${of}) ?[x×*] ?(\\d+)(?![.,]?\\d)`, 'giu')
  const factors = [...inAsciiDigits(text).matchAll(factor)].map(([, before, after]) => before ?? after ?? '')
  // Several may be the pieces of one item, each in its own line.
  const [quantity, ...more] = [...counted, ...factors].filter(number => /^\d+$/.test(number))
  return more.length === 0 ? quantity : undefined
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
    const wrong = quantityIn(row, item)
    if (wrong !== undefined && !hasInteger(row.text, String(item.quantity)))
      return `the quantity ${wrong} of “${item.name}”: ${row.text}`
  }
  return undefined
}
