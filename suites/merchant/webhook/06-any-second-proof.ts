import fc from 'fast-check'
import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import type { Proof } from '../../../schemas/messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { expectNotAccepted, isAcceptance, payAsControl, sendProofControl } from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'
import { subsetsOf } from '../../support/subsets.ts'

/** The members that may differ in a second proof. */
const others: Readonly<Record<string, (context: CheckContext) => Partial<Proof>>> = {
  'another sender': ({ app, fresh }) => ({ from: { ocid: app.ocid, reference: fresh('from') } }),
  'a memo': ({ fresh }) => ({ memo: fresh('memo') }),
  'another amount': ({ money }) => ({ amount: money.amount(42) }),
  'another currency': context => ({ currency: otherCurrency(context) }),
}
const names = Object.keys(others)

/** Two proofs of an order: their ages in seconds, how the second differs, and whether the first has a memo. */
export type Second = { first: number; second: number; has: string[]; isNoted?: boolean }

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

/** Implements the check “any second proof of a paid order”. */
export const payTwice = async (control: CheckContext): Promise<PropertyBody<Second>> => {
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
      // The document does not say how old a proof may be: if an old one is refused, a current one pays the order.
      if (!isAcceptance(await context.deliver(old)))
        await payAsControl(context, gateway.signs(gateway.proof(order, note)))
      const changes = Object.assign(aged(second), ...has.map(name => entryOf(others, name)?.(context)))
      const what = ['a second proof of a paid order', ...has].join(', with ')
      expectNotAccepted(await context.deliver(gateway.signs(gateway.proof(order, changes))), what)
      const third = gateway.signs(gateway.proof(order))
      expectNotAccepted(await context.deliver(third), `a third proof of a paid order, after ${what}`)
    },
  }
}
