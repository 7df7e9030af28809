import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { minimalRequest, requestOfItems, signedOrder } from '../../support/merchant/orders.ts'
import { expectReturned } from '../../support/merchant/returned-order.ts'

/** The returned order has the requested members. Heading: POST /orders/create. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

const expectEachReturned = async (context: CheckContext, request: OrderRequest) =>
  expectReturned((await signedOrder(context, request)).order, request)

clause('ORDER-02', 'every member returned', context => expectEachReturned(context, context.orderRequestOf()), {
  firstLook: true,
})

clause('ORDER-02', 'several items returned', context => expectEachReturned(context, requestOfItems(context, [2, 1, 3])))

clause('ORDER-02', 'text with blanks at its ends returned', async context => {
  const memo = '  two blanks,  and two  '
  const reference = () => ` ${context.fresh('ref')} `
  // A target may have a form of its own for references.
  const isTaken = isSuccess(await context.createOrder(context.orderRequestOf({ reference: reference() })))
  await expectEachReturned(context, context.orderRequestOf({ memo, ...(isTaken ? { reference: reference() } : {}) }))
})

/** Some of these are not whole cents after binary floating point arithmetic. */
const unitsReturned = [1, 29, 199, 435, 500]

clause('ORDER-02', 'amounts small and large returned', async context => {
  for (const units of unitsReturned) {
    const amount = context.money.amount(units)
    await expectEachReturned(context, context.orderRequestOf({ amount }))
  }
})

/** Characters that count the names of a run, at their ends; what is before them is the same in all of one kind. */
const countLength = 5

const isOfRun = (text: string | undefined, like: string): boolean =>
  like !== '' && text?.startsWith(like.slice(0, -countLength)) === true

clause('ORDER-02', 'members that an order before had', async context => {
  const before = context.orderRequestOf()
  await signedOrder(context, before)
  const { order } = await signedOrder(context, minimalRequest(context))
  const { memo = '', reference = '' } = before
  // An order may have a memo and a reference of the merchant's own. Those of other checks came between the two.
  const isKept = isOfRun(order.memo, memo) || isOfRun(order.reference, reference)
  expectThat(!isKept, 'an order has the memo or the reference of another one', {
    expected: 'what was asked for, or what the merchant has for every order',
    actual: [order.memo, order.reference],
  })
})
