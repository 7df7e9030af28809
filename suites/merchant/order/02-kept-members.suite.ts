/**
 * ORDER-02 · The order returns what was asked: id, ocid, amount (equal in value), currency, and reference, items, memo,
 * expiresAt when given.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import type { Drawn } from '../../members/draw.ts'
import { orderRequests, signAny } from '../../members/merchant-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { anyPastTimestamp, pastTimestampSamples } from '../../members/values/numbers.ts'
import { minimalRequest, requestOfItems, signedOrder } from '../../support/merchant/orders.ts'
import { expectReturned } from '../../support/merchant/returned-order.ts'
import { expectSilentAmountsKept } from '../../support/wire-format/silent-amounts.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

clause('ORDER-02', 'amounts on which the document is silent', context =>
  expectSilentAmountsKept(context, 'orders.create', response =>
    memberOf(memberOf(response, 'order') ?? response, 'amount'),
  ),
)

const expectEachReturned = async (context: CheckContext, request: OrderRequest) =>
  expectReturned((await signedOrder(context, request)).order, request)

clause('ORDER-02', 'every member returned', context => expectEachReturned(context, context.orderRequestOf()), {
  firstLook: true,
})

clause('ORDER-02', 'several items returned', context => expectEachReturned(context, requestOfItems(context, [2, 1, 3])))

clause('ORDER-02', 'text with blanks at its ends returned', async context => {
  const memo = '  two blanks,  and two  '
  const reference = () => ` ${context.fresh('ref')} `
  // A target may require a certain form for references.
  const isTaken = isSuccess(await context.createOrder(context.orderRequestOf({ reference: reference() })))
  await expectEachReturned(context, context.orderRequestOf({ memo, ...(isTaken ? { reference: reference() } : {}) }))
})

/** Some of these are not whole cents in binary floating point. */
const unitsReturned = [1, 29, 199, 435, 500]

clause('ORDER-02', 'amounts small and large returned', async context => {
  for (const units of unitsReturned) {
    const amount = context.money.amount(units)
    await expectEachReturned(context, context.orderRequestOf({ amount }))
  }
})

/** How many trailing characters number the names of a run; the part before them is the same for each kind. */
const countLength = 5

const isOfRun = (text: string | undefined, like: string): boolean =>
  like !== '' && text?.startsWith(like.slice(0, -countLength)) === true

clause('ORDER-02', { id: 'members-that-an-order-before-had', title: 'members of an earlier order' }, async context => {
  const before = context.orderRequestOf()
  await signedOrder(context, before)
  const { order } = await signedOrder(context, minimalRequest(context))
  const { memo = '', reference = '' } = before
  // A merchant may set memo and reference itself. Orders of other checks may have been created in between.
  const isKept = isOfRun(order.memo, memo) || isOfRun(order.reference, reference)
  expectThat(!isKept, 'an order has the memo or the reference of another', {
    expected: 'the requested value, or the one that the merchant sets for every order',
    actual: [order.memo, order.reference],
  })
})

clause.property<Drawn>('ORDER-02', 'every member of any order returned', async context => {
  await signedOrder(context)
  const { arbitrary, samples } = orderRequests(context)
  return {
    arbitrary: () => arbitrary,
    examples: unlessQuick(context, samples),
    runs: 30,
    areIndependent: true,
    test: async (on, drawn) => {
      for (const { request, signed } of await signAny(on, drawn)) expectReturned(signed.order, request)
    },
  }
})

clause.property<number>(
  'ORDER-02',
  { id: 'expiry-that-is-over-returned', title: 'past expiry returned' },
  async context => {
    await signedOrder(context)
    return {
      areIndependent: true,
      arbitrary: () => anyPastTimestamp(context.now()),
      examples: unlessQuick(context, pastTimestampSamples(context.now())),
      runs: 2,
      // A merchant may refuse an expired order (ORDER-10).
      test: async (on, expiresAt) => {
        for (const { request, signed } of await signAny(on, { expiresAt })) expectReturned(signed.order, request)
      },
    }
  },
)
