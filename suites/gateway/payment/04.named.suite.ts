import { randomInt } from 'node:crypto'
import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { Json, JsonObject } from '../../../protocol/json/json.ts'
import type { Order } from '../../../schemas/messages.ts'
import type { Member } from '../../members/member.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { bodyMembers } from '../../members/table.ts'
import { edit } from '../../support/edit.ts'
import { createPayment } from '../../support/gateway/transactions.ts'

/** Nobody becomes a merchant by being named. Heading: POST /payment/create. */
const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })

type Operation = 'orders.checkout' | 'transfer.create' | 'payment.create'

/** Sends a request that is correct but for one member. */
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

/** A member that names an OCID, alone or in a list. */
type Place = Pick<Member, 'name' | 'type'> & { operation: Operation }

const placeNames = new Map<string, Place>(
  operations.flatMap(operation =>
    bodyMembers(operation)
      .filter(({ type }) => type === 'ocid' || type === 'ocids')
      .map(({ name, type }) => [`${name} at ${operation}`, { name, type, operation }] as const),
  ),
)

const places = [...placeNames.keys()]

/** Who is named, and where: somebody of the registry, or a number of nobody, another one each time. */
type Naming = { who: 'nobody' | 'stranger'; places: string[] }

/** Numbers far from those that anybody is given. */
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
          // Whether it is refused is judged elsewhere.
          await sendWith[operation](context, name, type === 'ocids' ? [context.ocid, ocid] : ocid)
        }
        await context.pay(context.paymentOf({ ocid })).expectRefusal(400, 'MERCHANT_NOT_REGISTERED')
      },
    }
  },
  { operations: [...operations] },
)
