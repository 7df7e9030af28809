/** PAYMENT-04 · Merchant not registered: 400 MERCHANT_NOT_REGISTERED (400 here, 401 at checkout). */

import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Json, JsonObject } from '../../../protocol/json/json.ts'
import type { Order } from '../../../schemas/messages.ts'
import { withoutMembers } from '../../members/absences.ts'
import type { Member } from '../../members/member.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { bodyMembers } from '../../members/table.ts'
import { similarOcids } from '../../members/values/similar-numbers.ts'
import { edit } from '../../support/edit.ts'
import { createPayment } from '../../support/gateway/transactions.ts'
import { refusedWithAnyMembers } from '../../support/wire-format/any-members.ts'
import { fullPayment } from './full-payment.ts'

const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })

const send = (context: CheckContext, body: JsonObject) => context.call('payment.create', body, { as: context.app })

const optional = ['reference', 'memo', 'expiresAt', 'order'] as const

clause(
  'PAYMENT-04',
  { id: 'merchant-that-is-nearly-registered', title: 'merchant similar to a registered one' },
  async context => {
    await createPayment(context)
    const { ocid } = context.merchant
    for (const other of similarOcids(ocid)) {
      const response = await context.pay(context.paymentOf({ ocid: other }))
      expectThat(!isSuccess(response), 'an unregistered OCID is mistaken for another', {
        expected: `a refusal of ${other}, which is not ${ocid}`,
        actual: summary(response),
      })
    }
  },
  { fromTable: true },
)

clause.property<string[]>(
  'PAYMENT-04',
  {
    id: 'merchant-that-nobody-knows-whichever-optional-members-there-are',
    title: 'unassigned merchant OCID, with any optional members',
  },
  refusedWithAnyMembers({
    what: 'a payment to an unregistered OCID',
    optional,
    control: createPayment,
    send: (context, omitted) =>
      send(context, withoutMembers({ ...fullPayment(context), to: context.nobody.ocid }, omitted)),
  }),
)

type Operation = 'orders.checkout' | 'transfer.create' | 'payment.create'

/** Sends a request that is correct except for one member. */
const sendWith: Readonly<
  Record<Operation, (context: CheckContext, path: string, value: Json) => PromiseLike<HttpResponse>>
> = {
  'orders.checkout': (context, path, value) => {
    const { order } = edit<{ order: Order }>({ order: context.merchant.order() }, path, value)
    return context.checkout(context.merchant.signs(order))
  },
  'transfer.create': (context, path, value) => {
    const body = context.transferOf({ from: context.partner, to: context.merchant }) as JsonObject
    return context.call('transfer.create', edit(body, path, value), { as: context.partner })
  },
  'payment.create': (context, path, value) => {
    const body = context.paymentOf(context.merchant) as JsonObject
    return context.call('payment.create', edit(body, path, value), { as: context.app })
  },
}

const operations: readonly Operation[] = ['orders.checkout', 'transfer.create', 'payment.create']

/** A member that names an OCID, or a list of them. */
type Place = Pick<Member, 'name' | 'type'> & { operation: Operation }

const placeNames = new Map<string, Place>(
  operations.flatMap(operation =>
    bodyMembers(operation)
      .filter(({ type }) => type === 'ocid' || type === 'ocids')
      .map(({ name, type }) => [`${name} at ${operation}`, { name, type, operation }] as const),
  ),
)

const places = [...placeNames.keys()]

/** The OCID and the member that names it: a registered third party, or an unassigned OCID, which is new each time. */
type Naming = { who: 'nobody' | 'stranger'; places: string[] }

/** Numbers far from assigned OCIDs. */
const unusedOcids = { min: 2 ** 30, max: 2 ** 31 - 1 }

const unusedOcid = (): number => randomInt(unusedOcids.min, unusedOcids.max)

clause.property<Naming>(
  'PAYMENT-04',
  'OCID that other requests have named',
  async control => {
    await createPayment(control)
    return {
      arbitrary: () =>
        fc.record({
          who: fc.constantFrom('nobody' as const, 'stranger' as const),
          places: someOf(places, 1),
        }),
      examples: unlessQuick(control, [
        { who: 'nobody', places },
        { who: 'stranger', places: places.toReversed() },
      ]),
      runs: 2,
      test: async (context, { who, places: chosen }) => {
        const ocid = who === 'nobody' ? unusedOcid() : context.stranger.ocid
        for (const place of chosen) {
          const { operation, name, type } = placeNames.get(place) ?? { operation: 'payment.create', name: 'to' }
          // Other checks judge whether it is refused.
          await sendWith[operation](context, name, type === 'ocids' ? [context.ocid, ocid] : ocid)
        }
        await context.pay(context.paymentOf({ ocid })).expectRefusal(400, 'MERCHANT_NOT_REGISTERED')
      },
    }
  },
  { operations: [...operations] },
)

const payment = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

payment.clause('PAYMENT-04', { id: 'merchant-that-nobody-knows', title: 'unassigned merchant OCID' }, async context => {
  await createPayment(context)
  await context.pay(context.paymentOf(context.nobody)).expectRefusal(400, 'MERCHANT_NOT_REGISTERED')
})

payment.clause('PAYMENT-04', 'stranger to the gateway', async context => {
  await createPayment(context)
  await context.pay(context.paymentOf(context.stranger)).expectRefusal(400, 'MERCHANT_NOT_REGISTERED')
})

payment.clause(
  'PAYMENT-04',
  { id: 'payment-app-that-is-no-merchant', title: 'payment app that is not a merchant' },
  async context => {
    await createPayment(context)
    await context.pay(context.paymentOf(context.app)).expectRefusal(400, 'MERCHANT_NOT_REGISTERED')
  },
)
