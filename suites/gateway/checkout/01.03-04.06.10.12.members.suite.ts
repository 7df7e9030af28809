import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { Order } from '../../../schemas/messages.ts'
import { anyOmission, omissionSamples, withoutMembers } from '../../members/absences.ts'
import { unlessQuick } from '../../members/samples.ts'
import { otherOcids } from '../../members/values/alike-numbers.ts'
import { alikeTexts, anyLikenesses, type Likeness, likenesses } from '../../members/values/alike-texts.ts'
import { checkoutControl, redirectOf, sessionIdOf } from '../../support/gateway/hosted-page/checkout-session.ts'
import { isUnrelated } from '../../support/probe.ts'
import { refusedWhatever } from '../../support/wire-format/whatever-members.ts'

/** Ids and OCIDs that are alike are different, and optional members may be absent. Heading: POST /orders/checkout. */
const { clause } = defineSuite({ id: 'checkout-members', roles: ['gateway'], operations: ['orders.checkout'] })

const checkoutOf = ({ checkout, merchant }: CheckContext, changes: Partial<Order>): PromiseLike<HttpResponse> =>
  checkout(merchant.signs(merchant.order(changes)))

/** Checks out an order for each id, after one that has to be accepted. */
const checkoutEach = async (context: CheckContext, ids: readonly string[]) => {
  const taken: { id: string; response: HttpResponse }[] = []
  for (const id of ids) taken.push({ id, response: await checkoutOf(context, { id }) })
  return taken
}

const overLikenesses =
  (test: (context: CheckContext, chosen: Likeness[]) => Promise<void>) => async (control: CheckContext) => {
    await checkoutControl(control)
    return {
      arbitrary: () => anyLikenesses,
      examples: unlessQuick(control, [[...likenesses]]),
      runs: 2,
      test,
    }
  }

clause.property(
  'CHECKOUT-01',
  'orders whose ids are alike',
  overLikenesses(async (context, chosen) => {
    const orders = await checkoutEach(context, alikeTexts(context.fresh('order'), chosen))
    for (const [at, { id, response }] of orders.entries()) {
      if (isSuccess(response) || isUnrelated(response)) continue
      // A gateway may refuse an id for what it is: then it refuses one like it without the other orders, too.
      const alone = alikeTexts(context.fresh('order'), chosen)[at] ?? ''
      if (!isSuccess(await checkoutOf(context, { id: alone }))) continue
      // What refuses a request for a moment refuses it once.
      if (isSuccess(await checkoutOf(context, { id }))) continue
      fail('an order is refused because the id of another order is like its own', {
        expected: `${id}: accepted, as it is without the other order`,
        actual: summary(response),
        at: response,
      })
    }
  }),
)

clause.property(
  'CHECKOUT-10',
  'sessions of orders whose ids are alike',
  overLikenesses(async (context, chosen) => {
    const orders = await checkoutEach(context, alikeTexts(context.fresh('order'), chosen))
    const sessions = orders
      .filter(({ response }) => isSuccess(response))
      .map(({ response }) => sessionIdOf(redirectOf(context, response)))
    expectThat(new Set(sessions).size === sessions.length, 'two orders whose ids are alike share a session', {
      expected: 'a session for each order',
      actual: sessions,
    })
  }),
)

clause(
  'CHECKOUT-10',
  'sessions of two merchants whose orders have one id',
  async context => {
    const id = context.fresh('order')
    const sessions: string[] = []
    for (const merchant of [context.merchant, context.merchant2]) {
      const response = await context.checkout(merchant.signs(merchant.order({ id })), { as: merchant })
      if (isSuccess(response)) sessions.push(sessionIdOf(redirectOf(context, response)))
    }
    // Order ids that no two merchants may share are as good.
    if (sessions.length === 0) await checkoutControl(context)
    expectThat(new Set(sessions).size === sessions.length, 'the orders of two merchants share a session', {
      expected: 'a session for each order',
      actual: sessions,
    })
  },
  { fromTable: true },
)

const optional = ['reference', 'items', 'memo', 'expiresAt'] as const

clause.property<string[]>('CHECKOUT-01', 'orders without some of their optional members', async control => {
  await checkoutControl(control)
  return {
    arbitrary: () => anyOmission(optional),
    examples: omissionSamples(optional),
    runs: 4,
    test: async (context, names) => {
      const { merchant } = context
      const order = merchant.order({ reference: context.fresh('ref') })
      await context.checkout(merchant.signs(withoutMembers(order, names))).expectProcessed()
    },
  }
})

/** Fails the clause if the gateway takes an order in which another number stands for an OCID. */
const expectOthersRefused = async (
  context: CheckContext,
  what: string,
  orderWith: (ocid: number) => Partial<Order>,
  ocid: number,
) => {
  await checkoutControl(context)
  for (const other of Object.values(otherOcids(ocid))) {
    const response = await checkoutOf(context, orderWith(other))
    expectThat(!isSuccess(response), `${what} is taken for another OCID`, {
      expected: `a refusal of ${other}, which is not ${ocid}`,
      actual: summary(response),
    })
  }
}

clause(
  'CHECKOUT-06',
  'accepts numbers that are nearly the gateway',
  context => expectOthersRefused(context, 'a member of accepts', other => ({ accepts: [other] }), context.ocid),
  { fromTable: true },
)

/** OCIDs of others in accepts, and how many of them stand before the gateway's own. */
type Listed = { others: number[]; before: number }

/** Numbers of other OCIDs that are always listed. */
const lengths = [1, 2, 11, 101]

const listSamples = lengths.flatMap(length => {
  const others = Array.from({ length }, (_, at) => 70_001 + at)
  return [0, length].map(before => ({ others, before }))
})

clause.property<Listed>('CHECKOUT-06', 'any list that names the gateway', async control => {
  await checkoutControl(control)
  return {
    arbitrary: () =>
      fc.record({ others: fc.uniqueArray(fc.integer({ min: 70_001, max: 2 ** 31 - 1 })), before: fc.nat({ max: 10 }) }),
    examples: unlessQuick(control, listSamples),
    runs: 3,
    test: async (context, { others, before }) => {
      const accepts = [...others.slice(0, before), context.ocid, ...others.slice(before)]
      const response = await checkoutOf(context, { accepts })
      // A gateway may limit how many there are: then it refuses the list for that.
      const isOverlooked = codeOf(response) === 'SETTLEMENT_NOT_SUPPORTED'
      expectThat(!isOverlooked, 'an order is refused as if its accepts did not name the gateway', {
        expected: `accepted: ${context.ocid} is in accepts, behind ${Math.min(before, others.length)} others`,
        actual: summary(response),
      })
    },
  }
})

clause(
  'CHECKOUT-12',
  'merchant that is nearly the caller',
  context => expectOthersRefused(context, 'order.ocid', ocid => ({ ocid }), context.merchant.ocid),
  { fromTable: true },
)

/** Returns an order with every optional member but some, and with these changes. */
const orderWithout = (context: CheckContext, omitted: readonly string[], changes: Partial<Order> = {}): Order =>
  withoutMembers(context.merchant.order({ reference: context.fresh('ref'), ...changes }), omitted)

clause.property<string[]>(
  'CHECKOUT-03',
  'order signed with another key, whichever optional members it has',
  refusedWhatever({
    what: 'an order signed with another key',
    optional,
    control: checkoutControl,
    send: (context, omitted) =>
      context.checkout(context.merchant.signs(orderWithout(context, omitted), { key: generatePrivateKey() })),
  }),
)

clause.property<string[]>(
  'CHECKOUT-04',
  'expired order, whichever optional members it has',
  refusedWhatever({
    what: 'an expired order',
    optional: optional.filter(name => name !== 'expiresAt'),
    control: checkoutControl,
    send: (context, omitted) => {
      const times = { createdAt: context.now() - 90_000, expiresAt: context.now() - 86_400 }
      return context.checkout(context.merchant.signs(orderWithout(context, omitted, times)))
    },
  }),
)

clause.property<string[]>(
  'CHECKOUT-06',
  'order that accepts others only, whichever optional members it has',
  refusedWhatever({
    what: 'an order that does not accept the gateway',
    optional,
    control: checkoutControl,
    send: (context, omitted) =>
      context.checkout(context.merchant.signs(orderWithout(context, omitted, { accepts: [context.ocid + 1] }))),
  }),
)
