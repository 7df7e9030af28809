import { expect, test } from 'vitest'
import { shown } from './write.ts'

test('amounts of a counterexample are shown as they are written, in the currency of their message', () => {
  const items = [{ id: 'a', quantity: 2, price: 5n }]
  const drawn = { 'order.id': 'a', 'order.amount': 150n, 'order.currency': 'JPY', 'order.items': items }
  expect(shown(drawn, 'USD')).toEqual({
    'order.id': 'a',
    'order.amount': '150',
    'order.currency': 'JPY',
    'order.items': [{ id: 'a', quantity: 2, price: '5' }],
  })
  expect(shown({ amount: 150n }, 'USD')).toEqual({ amount: '1.50' })
})
