import { fromMinorUnits, toMinorUnits } from '../../../../protocol/amount.ts'
import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import { escapeHtml } from '../../../../reference/service/html.ts'
import type { Order } from '../../../../schemas/messages.ts'
import type { Mutant } from '../../mutant.ts'
import { changeAnswer, changeItems, changeOrder, changeShownMemo } from '../support/policies.ts'

/** Returns the sum of an order's items, or its amount if it has none. */
const sumOf = ({ items = [], amount, currency }: Order): string => {
  if (items.length === 0) return amount
  const costs = items.map(({ price, quantity }) => (toMinorUnits(price, currency) ?? 0n) * BigInt(quantity))
  return fromMinorUnits(
    costs.reduce((sum, cost) => sum + cost, 0n),
    currency,
  )
}

/** Keeps the first item with each id. */
const uniqueItems = ({ items = [] }: Order): Order['items'] => [
  ...new Map(items.toReversed().map(item => [item.id, item])).values(),
]

/** Writes whatever parses as a number as that number. */
const asNumber = (text: string): string =>
  text.trim() === '' || !Number.isFinite(Number(text)) ? text : String(Number(text))

/** Faults that return a member differently from how it was sent. */
export const merchantEchoMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the amount of an order is the sum of its items',
    kind: 'echoes',
    breaks: 'ORDER-02',
    story: 'Never trust a total from outside: it is silently added up again.',
    policies: changeOrder(order => ({ amount: sumOf(order) })),
  },
  {
    name: 'a receipt in euros is in dollars',
    kind: 'echoes',
    breaks: 'ORDER-02',
    story: "Orders with items use the catalogue's currency, which is dollars for all of Europe.",
    policies: changeOrder(({ items, currency }) => (items && currency === 'EUR' ? { currency: 'USD' } : {})),
  },
  {
    name: 'items with the same id are one item',
    kind: 'echoes',
    breaks: 'ORDER-02',
    story: 'Items are stored in a map by id.',
    policies: changeOrder(order => (order.items === undefined ? {} : { items: uniqueItems(order)?.toReversed() })),
  },
  {
    name: 'line separators are removed from the names of items',
    kind: 'echoes',
    breaks: 'ORDER-02',
    story: 'They once broke a receipt printer; only item names are printed on one line.',
    policies: changeItems(item => ({ ...item, name: item.name.replaceAll(/[\u2028\u2029]/g, '') })),
  },
  {
    name: 'the lines of a memo end as in Unix',
    kind: 'echoes',
    breaks: 'ORDER-02',
    alsoBreaks: ['SIG-06'],
    story: 'Forms have their own line ends, so line ends are unified.',
    policies: changeOrder(({ memo }) => ({ memo: memo?.replaceAll('\r\n', '\n') })),
  },
  {
    name: 'the quotes in names of items are straight',
    kind: 'echoes',
    breaks: 'ORDER-02',
    alsoBreaks: ['SIG-06'],
    story: 'The receipt printer does not have others.',
    policies: changeItems(item => ({
      ...item,
      name: item.name.replaceAll(/[“”]/g, '"').replaceAll(/[‘’]/g, "'"),
    })),
  },
  {
    name: 'an item id that can be read as a number is one',
    kind: 'echoes',
    breaks: 'ORDER-02',
    story: 'The catalogue went through a spreadsheet, which reads 1e3 as a thousand.',
    policies: changeItems(item => ({ ...item, id: asNumber(item.id) })),
  },
  {
    name: 'ids of items are in normal form',
    kind: 'echoes',
    breaks: 'ORDER-02',
    story: 'The catalogue is indexed by normalized ids, and the order copies them from the index.',
    policies: changeItems(item => ({ ...item, id: item.id.normalize('NFC') })),
  },
  {
    name: 'references are in small letters',
    kind: 'echoes',
    breaks: 'ORDER-02',
    alsoBreaks: ['SIG-06'],
    story: 'Clerks type them, so they are stored in one case.',
    policies: changeOrder(({ reference }) => ({ reference: reference?.toLowerCase() })),
  },
  {
    name: 'a byte-order mark before a memo is lost',
    kind: 'echoes',
    breaks: 'ORDER-02',
    alsoBreaks: ['SIG-06'],
    story: 'TextDecoder drops it unless ignoreBOM is set.',
    policies: changeOrder(({ memo }) => ({ memo: memo?.replace(/^\ufeff/, '') })),
  },
  {
    name: 'soft hyphens in references are lost',
    kind: 'echoes',
    breaks: 'ORDER-02',
    alsoBreaks: ['SIG-06'],
    story: 'They are invisible, and two references looked the same, so they are removed.',
    policies: changeOrder(({ reference }) => ({ reference: reference?.replaceAll('\u00ad', '') })),
  },
  {
    name: 'joiners without a width are taken out of the names of items',
    kind: 'echoes',
    breaks: 'ORDER-02',
    alsoBreaks: ['SIG-06'],
    story: 'They broke the search of the catalogue.',
    policies: changeItems(item => ({ ...item, name: item.name.replaceAll('\u200d', '') })),
  },
  {
    name: 'the memo is escaped at the address of its order',
    kind: 'echoes',
    breaks: 'ORDER-08',
    story: 'It was escaped for a page, and the page later became JSON.',
    policies: changeShownMemo(escapeHtml),
  },
  {
    name: 'the answer to a proof shows as much of its txid as the log',
    kind: 'echoes',
    breaks: 'WEBHOOK-01',
    story: 'The response is made from the log line, whose columns are narrow.',
    policies: changeAnswer('transfer.webhook', body => ({
      status: 200,
      body: { ...body, txid: String(body.txid).slice(0, 96) },
    })),
  },
]
