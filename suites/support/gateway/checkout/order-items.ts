import type { CheckContext } from '../../../../harness/context.ts'

/** Returns an order's amount, and two items that add up to it. Heading: Order item. */
export const twoItems = ({ money }: CheckContext) => ({
  amount: money.amount(456),
  items: [
    { id: 'item-1', name: 'Blue desk lamp', price: money.amount(100), quantity: 2 },
    { id: 'item-2', name: 'Green garden chair', price: money.amount(256), quantity: 1 },
  ],
})
