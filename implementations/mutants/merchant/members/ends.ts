import { toMinorUnits } from '../../../../protocol/amount.ts'
import { Refusal } from '../../../../protocol/errors.ts'
import type { MerchantPolicies, OrderCreation, WebhookRule } from '../../../../reference/merchant/contract.ts'
import { orderRules } from '../../../../reference/merchant/order/rules.ts'
import { merchantPolicies } from '../../../../reference/merchant/policies.ts'
import { recipientIsReceiver, webhookRules } from '../../../../reference/merchant/webhook/rules.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { roundToCents } from '../../support/rounded-amounts.ts'
import { changeItems, changeOrder, changeShownMemo } from '../support/policies.ts'
import { findOrderAfter } from './found-orders.ts'

/** Returns an integer as a 32-bit column stores it. */
const in32Bits = (value: number): number => Number(BigInt.asIntN(32, BigInt(value)))

/** Returns an amount in cents as a 32-bit column stores it; undefined if it has more digits. */
const centsIn32Bits = (amount: string): bigint | undefined => {
  const cents = toMinorUnits(amount, 'USD')
  return cents === undefined ? undefined : BigInt.asIntN(32, cents)
}

/** Refuses orders with a quantity of zero, or with an item that costs nothing. */
const nothingIsFree: Rule<OrderCreation> = ({ request: { items = [] } }) =>
  items.some(({ price, quantity }) => quantity === 0 || Number(price) === 0)
    ? new Refusal('ITEM_NOT_ACCEPTED', 400, 'Nothing is free.')
    : undefined

/** Refuses amounts with more digits than a column of 17 holds. */
const hasSeventeenDigits: Rule<OrderCreation> = ({ request: { amount } }) =>
  amount.replace('.', '').length <= 17
    ? undefined
    : new Refusal('AMOUNT_NOT_ACCEPTED', 400, 'The amount has too many digits.')

const recipientIn32Bits: WebhookRule = ({ signed, merchant }) => {
  const { proof } = signed
  const to = { ...proof.to, ocid: in32Bits(proof.to.ocid) }
  return recipientIsReceiver({ signed: { ...signed, proof: { ...proof, to } }, merchant })
}

/** Faults that only boundary values of members reveal. */
export const merchantEndMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'quantities have 32 bits',
    kind: 'ends',
    breaks: 'ORDER-02',
    story: 'quantity INTEGER, and the driver wraps around.',
    policies: changeItems(item => ({ ...item, quantity: in32Bits(item.quantity) })),
  },
  {
    name: 'long names of items are cut',
    kind: 'ends',
    breaks: 'ORDER-02',
    story: 'name VARCHAR(255), in a database that is not strict.',
    policies: changeItems(item => ({ ...item, name: item.name.slice(0, 255) })),
  },
  {
    name: 'a receipt has nine lines',
    kind: 'ends',
    breaks: 'ORDER-02',
    story: 'Lines are numbered with one digit; no test ever bought more.',
    policies: changeOrder(({ items }) => ({ items: items?.slice(0, 9) })),
  },
  {
    name: 'a receipt has twenty lines, and none for what costs nothing',
    kind: 'ends',
    breaks: 'ORDER-02',
    story: 'The printer truncates longer text; orders with a quantity or price of zero are refused.',
    policies: {
      ...changeOrder(({ items }) => ({ items: items?.slice(0, 20) })),
      orderRules: [...orderRules, nothingIsFree],
    },
  },
  {
    name: 'an order of more than nine items is signed without them',
    kind: 'ends',
    breaks: 'ORDER-04',
    story: 'The lines of a long order are loaded when they are first shown, after it is signed.',
    policies: {
      signOrder: ({ items, ...order }, creation) =>
        merchantPolicies.signOrder({ ...order, ...(items && items.length < 10 ? { items } : {}) }, creation),
    },
  },
  {
    name: 'an order over a fraction of a cent is rounded to cents',
    kind: 'ends',
    breaks: 'ORDER-02',
    story: 'amount NUMERIC(12, 2): the database rounds, and the stored value is never read back.',
    policies: roundToCents(body => 'id' in body),
  },
  {
    name: 'the address of an order shows as much of a memo as the list of orders',
    kind: 'ends',
    breaks: 'ORDER-08',
    story: 'The page of an order reads the row of the list, whose memo is shortened to fit.',
    policies: changeShownMemo(memo => memo.slice(0, 160)),
  },
  {
    name: 'amounts are compared as cents of 32 bits',
    kind: 'ends',
    breaks: 'WEBHOOK-07',
    story: 'cents INTEGER: no order exceeds twenty million.',
    policies: {
      isSameAmount: (paid, due) => {
        const cents = centsIn32Bits(paid)
        return cents === undefined ? merchantPolicies.isSameAmount(paid, due) : cents === centsIn32Bits(due)
      },
    },
  },
  {
    name: 'amounts of up to 17 digits are compared as doubles',
    kind: 'ends',
    breaks: 'WEBHOOK-07',
    story: 'DECIMAL(17, 2) in the database, and a number in the program.',
    policies: {
      orderRules: [...orderRules, hasSeventeenDigits],
      isSameAmount: (paid, due) =>
        merchantPolicies.isSameAmount(paid, due) ||
        (/^[0-9]+([.][0-9]{1,3})?$/.test(paid) && Number(paid) === Number(due)),
    },
  },
  {
    name: 'orders are found by as much of their id as an index holds',
    kind: 'ends',
    breaks: 'WEBHOOK-01',
    story: 'CREATE INDEX … ON orders (id(255)), and the lookup returns the first row.',
    policies: findOrderAfter(id => id.slice(0, 255)),
  },
  {
    name: 'the recipient of a proof has 32 bits',
    kind: 'ends',
    breaks: 'WEBHOOK-04',
    story: 'An OCID is read as int, which drops the higher bits.',
    policies: { webhookRules: replace(webhookRules, recipientIsReceiver, recipientIn32Bits) },
  },
]
