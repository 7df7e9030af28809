import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { Proof } from '../../../schemas/messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { orderSigned, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { expectNotAccepted, isAcceptance, payAsControl, sendProofControl } from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'
import { subsetsOf } from '../../support/subsets.ts'

/** A paid order takes no further proof, whatever is in it. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-second',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** What a second proof may have other than the first. */
const others: Readonly<Record<string, (context: CheckContext) => Partial<Proof>>> = {
  'another sender': ({ app, fresh }) => ({ from: { ocid: app.ocid, reference: fresh('from') } }),
  'a memo': ({ fresh }) => ({ memo: fresh('memo') }),
  'another amount': ({ money }) => ({ amount: money.amount(42) }),
  'another currency': context => ({ currency: otherCurrency(context) }),
}
const names = Object.keys(others)

/** Two proofs of an order: their ages in seconds, what the second one has other than the first, and whether the first has a memo. */
type Second = { first: number; second: number; has: string[]; isNoted?: boolean }

const day = 86_400

const anySecond: fc.Arbitrary<Second> = fc.record({
  first: fc.integer({ min: 0, max: day }),
  second: fc.integer({ min: 0, max: day }),
  has: fc.subarray(names),
  isNoted: fc.boolean(),
})

const usualSeconds: readonly Second[] = [
  { first: 0, second: day, has: [] },
  { first: 3_600, second: 0, has: [] },
  { first: 5, second: 2, has: [] },
  { first: 0, second: 0, has: [], isNoted: true },
  ...subsetsOf(names)
    .filter(({ length }) => length === 1 || length === 2)
    .map(has => ({ first: 0, second: 0, has })),
]

clause.property<Second>('WEBHOOK-06', 'any second proof of a paid order', async control => {
  await sendProofControl(control)
  return {
    areIndependent: true,
    arbitrary: () => anySecond,
    examples: unlessQuick(control, usualSeconds),
    runs: 4,
    test: async (context, { first, second, has, isNoted = false }) => {
      const { gateway } = context
      const order = await unpaidOrder(context)
      const aged = (seconds: number): Partial<Proof> => ({ timestamp: context.now() - seconds })
      const note = isNoted ? { memo: context.fresh('memo') } : {}
      const old = gateway.signs(gateway.proof(order, { ...aged(first), ...note }))
      // How old a proof may be is not shown: then one of now pays the order.
      if (!isAcceptance(await context.deliver(old)))
        await payAsControl(context, gateway.signs(gateway.proof(order, note)))
      const changes = Object.assign(aged(second), ...has.map(name => entryOf(others, name)?.(context)))
      const what = ['a second proof of a paid order', ...has].join(', with ')
      expectNotAccepted(await context.deliver(gateway.signs(gateway.proof(order, changes))), what)
      const third = gateway.signs(gateway.proof(order))
      expectNotAccepted(await context.deliver(third), `a third proof of a paid order, after ${what}`)
    },
  }
})

/** Seconds for which an order lives at least. */
const lifeSeconds = 2

clause(
  'WEBHOOK-06',
  'second proof of a paid order that has expired since',
  async context => {
    const { gateway } = context
    await sendProofControl(context)
    const expiresAt = context.now() + context.lifetime(lifeSeconds)
    const request = context.orderRequestOf({ expiresAt })
    const response = await context.createOrder(request)
    if (!isSuccess(response)) notApplicable('The target takes no order that expires so soon.')
    const order = orderSigned(request, response.json)
    await payAsControl(context, gateway.signs(gateway.proof(order)))
    await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
    const second = gateway.signs(gateway.proof(order))
    expectNotAccepted(await context.deliver(second), 'a second proof of a paid order that has expired since')
  },
  { waits: true },
)

clause(
  'WEBHOOK-06',
  'second proof of a paid order that was requested again',
  async context => {
    const { gateway, signal } = context
    const request = context.orderRequestOf()
    const signed = await signedOrder(context, request)
    const order = orderSigned(request, { ...signed })
    await payAsControl(context, gateway.signs(gateway.proof(order)))
    // A new order under the id, which is not paid, has another createdAt then.
    await context.idle(pause(waits.laterSecond.ms, signal))
    const again = await context.createOrder(request)
    const isAnother = isSuccess(again) && !isSameJson(memberOf(again.json, 'order'), signed.order)
    if (isAnother) notApplicable('The target makes another order of the same request, as it may (ORDER-10).')
    const second = gateway.signs(gateway.proof(order))
    expectNotAccepted(await context.deliver(second), 'a second proof of a paid order that was requested again')
  },
  { waits: true },
)
