import { type CheerioAPI, type Element, lineage, textOf } from '../../../pages/document/dom.ts'
import type { OrderItem } from '../../../schemas/messages.ts'
import { hasNumber, hasText, inAsciiDigits } from './page-text.ts'

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

/** Returns the text of the largest part of a page that names an item and none of the others, such as its table row. */
const rowOf = ($: CheerioAPI, item: PricedItem, items: readonly PricedItem[]): string => {
  const element = elementWith($, item.name)
  const texts = element === undefined ? [] : lineage(element).map(textOf)
  const end = texts.findIndex(text => items.some(other => other !== item && hasText(text, other.name)))
  return texts.slice(0, end === -1 ? 0 : end).at(-1) ?? ''
}

/** Returns whether a text contains an integer that is not part of a decimal. */
const hasInteger = (text: string, integer: number): boolean =>
  new RegExp(`(?<![\\d.,])${integer}(?![.,]?\\d)`).test(inAsciiDigits(text))

const hasCosts = (row: string, { price, total }: PricedItem): boolean =>
  [price, total].some(cost => hasNumber(row, cost))

/**
 * Returns, in words, the fault of the rows of two items: one has the price or quantity of the other, or each has quantity 1;
 * undefined if nothing. A page may omit prices and quantities, and other contents of a row do not count.
 */
export const misstated = ($: CheerioAPI, items: readonly [PricedItem, PricedItem]): string | undefined => {
  const rows = new Map(items.map(item => [item, rowOf($, item, items)]))
  const rowWith = (item: PricedItem) => rows.get(item) ?? ''
  const hasOwnQuantity = (item: PricedItem) => hasInteger(rowWith(item), item.quantity)
  for (const [item, other] of [items, items.toReversed()] as [PricedItem, PricedItem][]) {
    const row = rowWith(item)
    if (hasCosts(row, other) && !hasCosts(row, item))
      return `the price of “${other.name}” next to “${item.name}”: ${row}`
    if (hasInteger(row, other.quantity) && !hasOwnQuantity(item))
      return `the quantity of “${other.name}” next to “${item.name}”: ${row}`
  }
  return items.every(item => hasInteger(rowWith(item), 1) && !hasOwnQuantity(item))
    ? `the quantity 1 in each row: ${[...rows.values()].join('; ')}`
    : undefined
}
