import { expect, test } from 'vitest'
import { parse } from '../../../pages/reading/parse.ts'
import { misstated, type PricedItem } from './item-rows.ts'

const lamp = { name: 'Blue lamp', quantity: 3, price: '0.41', total: '1.23' }
const chair = { name: 'Green chair', quantity: 7, price: '0.57', total: '3.99' }

const table = (...rows: string[]) =>
  `<table><tr><th>Item</th><th>Pieces</th><th>Price</th></tr>${rows.map(row => `<tr>${row}</tr>`).join('')}</table>`

const row = ({ name, quantity, price }: PricedItem) => `<td>${name}</td><td>${quantity}</td><td>${price}</td>`

const look = (html: string) => misstated(parse({ text: `<body>${html}<p>Total 5.22</p></body>` }).$, [lamp, chair])

test.each([
  ['its own price and quantity', table(row(lamp), row(chair))],
  ['its total cost', '<ul><li>3 × Blue lamp: 1,23 €</li><li>7 × Green chair: 3,99 €</li></ul>'],
  ['neither price nor quantity', '<ul><li>Blue lamp</li><li>Green chair</li></ul>'],
  ['one row for each piece', '<ul><li>1 × Blue lamp, 3 in all</li><li>1 × Green chair, 7 in all</li></ul>'],
  ['a separate number', '<ul><li>1. Blue lamp 0.41</li><li>2. Green chair 0.57</li></ul>'],
  ['nothing, since prices are separate', '<div><h3>Blue lamp</h3><p>0.41</p><h3>Green chair</h3><p>0.57</p></div>'],
  ['numbers that are no quantity', '<ul><li>Blue lamp, 7 days, 1 year</li><li>Green chair, 3 days, 1 year</li></ul>'],
  ['a quantity with decimals', '<ul><li>Blue lamp 3,00 Stk., 0.41 je 1 Stk.</li><li>Green chair</li></ul>'],
  ['a line for each piece', '<ul><li>1 × Blue lamp</li><li>1 × Blue lamp</li></ul><ul><li>Green chair</li></ul>'],
  [
    'an item number',
    table(row({ ...lamp, quantity: 1 }), row({ ...chair, quantity: 2 })).replace('Pieces', 'Item number'),
  ],
  [
    'boxes',
    table(row({ ...lamp, quantity: 1 }), row({ ...chair, quantity: 1 })).replace('Pieces', 'Anzahl der Pakete'),
  ],
  ['prices before names', '<p>0.41 Blue lamp 0.57 Green chair</p>'],
])('an item with %s is shown correctly', (_what, html) => expect(look(html)).toBeUndefined())

test.each([
  ['the price of the other', table(row({ ...lamp, price: chair.price }), row(chair)), 'price of “Green chair”'],
  ['the price of the first', table(row(lamp), row({ ...chair, price: lamp.price })), 'price of “Blue lamp”'],
  [
    'a quantity that is always 1',
    '<ul><li>1 × Blue lamp</li><li>1 × Green chair</li></ul>',
    'the quantity 1 of “Blue lamp”',
  ],
  ['a quantity 1 in a column', table(row({ ...lamp, quantity: 1 }), row({ ...chair, quantity: 1 })), 'the quantity 1'],
  ['the quantity of the other in Arabic', '<ul><li>٧ × Blue lamp</li><li>٣ × Green chair</li></ul>', 'the quantity 7'],
  [
    'the quantity of the other',
    '<ul><li>7 × Blue lamp</li><li>3 × Green chair</li></ul>',
    'the quantity 7 of “Blue lamp”',
  ],
])('an item with %s is shown wrongly', (_what, html, said) => expect(look(html)).toContain(said))
