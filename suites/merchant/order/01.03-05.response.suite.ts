import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import { type Json, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { foreignOcid, minimalRequest, signedOrder } from '../../support/merchant/orders.ts'
import { isRound, laterSeconds, untilLater } from '../../support/rounded-times.ts'

/** The signed order that a valid request returns. Headings: POST /orders/create, Signed order. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

/** Members whose form other clauses test: ORDER-03, ORDER-05, FMT-02, FMT-03, FMT-11. */
const elsewhere = /^\/(urls\/|order\/(items|createdAt|expiresAt|accepts|amount|currency)(\/|$))/

/** Fails the clause unless a response is a signed order. Heading: Signed order. */
const expectOrderIn = (response: Json) => {
  const [misfit] = violations('signed-order', response).filter(({ path }) => !elsewhere.test(path))
  expectThat(
    misfit === undefined,
    `the response is not a signed order: ${misfit?.path || 'the whole'} ${misfit?.message}`,
    {
      expected: '{ order, signature, urls }',
      actual: response,
    },
  )
}

const expectSignedOrder = async (context: CheckContext, request: OrderRequest) =>
  expectOrderIn(await context.createOrder(request).expectAccepted())

clause('ORDER-01', 'request with every member', context => expectSignedOrder(context, context.orderRequestOf()))

clause('ORDER-01', 'request without optional members', context => expectSignedOrder(context, minimalRequest(context)))

clause('ORDER-01', 'order whose id a refused request had', async context => {
  await signedOrder(context)
  const request = context.orderRequestOf()
  for (const wrong of [{ amount: 'one hundred' }, { ocid: foreignOcid(context) }]) {
    const refused = await context.createOrder({ ...request, ...wrong })
    if (isSuccess(refused)) notApplicable('The target signs an order that it has to refuse (ORDER-06, ORDER-07).')
  }
  await expectSignedOrder(context, request)
})

clause('ORDER-01', 'the same request again', async context => {
  const request = context.orderRequestOf()
  await signedOrder(context, request)
  const again = await context.createOrder(request)
  if (!isSuccess(again)) notApplicable('The target refuses the same request when it comes again, as it may (ORDER-10).')
  expectOrderIn(again.json ?? null)
})

const expectAdded = async (context: CheckContext, request: OrderRequest) => {
  const from = context.now()
  const { order } = await signedOrder(context, request)
  const { createdAt, accepts } = order
  expectThat(createdAt !== undefined, 'the order has no createdAt', { expected: 'order.createdAt', actual: order })
  // Its form is tested by FMT-01.
  const isNear = !isSeconds(createdAt) || context.run.clock.isNow(createdAt, from)
  expectThat(isNear, 'order.createdAt is not now', { expected: `about ${from}`, actual: createdAt })
  const isList = Array.isArray(accepts) && accepts.length > 0 && accepts.every(Number.isInteger)
  expectThat(isList, 'order.accepts is not a list of OCIDs', {
    expected: 'an array of at least one integer',
    actual: accepts ?? 'nothing',
  })
}

clause('ORDER-03', 'createdAt and accepts added', context => expectAdded(context, context.orderRequestOf()))

clause('ORDER-03', 'createdAt and accepts added to an order without optional members', context =>
  expectAdded(context, minimalRequest(context)),
)

/** Seconds for which orders live. */
const lifetimes = [600, 7_200, 86_400]

clause('ORDER-03', 'createdAt of orders that expire at different times', async context => {
  await signedOrder(context)
  for (const seconds of lifetimes) {
    const from = context.now()
    const response = await context.createOrder(context.orderRequestOf({ expiresAt: from + seconds }))
    // A target may refuse a lifetime.
    if (!isSuccess(response)) continue
    const createdAt = memberOf(memberOf(response.json, 'order'), 'createdAt')
    expectThat(!isSeconds(createdAt) || context.run.clock.isNow(createdAt, from), 'order.createdAt is not now', {
      expected: `about ${from}, for an order that expires ${seconds} s later`,
      actual: createdAt,
    })
  }
})

clause(
  'ORDER-03',
  'createdAt of orders that are made seconds apart',
  async context => {
    const createdAt = async () => (await signedOrder(context)).order.createdAt
    const first = await createdAt()
    // Whoever rounds may come to the same seconds later; other forms fail FMT-01.
    if (!isSeconds(first) || isRound(first)) return
    await untilLater(context)
    const later = await createdAt()
    expectThat(later !== first, 'order.createdAt is not now: it is the same seconds later', {
      expected: `more than ${first}, ${laterSeconds} s later`,
      actual: later,
    })
  },
  { waits: true },
)

/** Seconds before the present with which requests are stamped: a narrow window, or clocks that differ a little, let them through. */
const stampedBefore = [25, 10, 17] as const

clause('ORDER-03', 'createdAt of orders whose requests were stamped before', async context => {
  await signedOrder(context)
  for (const seconds of stampedBefore) {
    const timestamp = context.requestNow() - seconds
    const response = await context.createOrder(context.orderRequestOf(), { timestamp })
    if (!isSuccess(response))
      notApplicable(`The target refuses a request that was stamped ${seconds} s ago, as it may (AUTH-22).`)
    // A clock that differs may hit one of them by chance, and not all three.
    if (memberOf(memberOf(response.json, 'order'), 'createdAt') !== timestamp) return
  }
  fail('order.createdAt is copied from X-OC-Timestamp', {
    expected: 'the current Unix second',
    actual: `the X-OC-Timestamp of requests that were stamped ${stampedBefore.join(', ')} s before`,
  })
})

/** Seconds have ten digits until 2286, milliseconds thirteen. */
const isSeconds = (value: unknown): value is number => Number.isInteger(value) && numberOf(value) < 1e11

const expectSigned = async (context: CheckContext, request: OrderRequest) => {
  const { order, signature } = await signedOrder(context, request)
  if (signature === undefined) notApplicable('The order comes without a signature (ORDER-01).')
  expectSignedByTarget(context, 'the order', { payload: order as unknown as JsonObject, signature })
}

clause('ORDER-04', 'signature of the returned order', context => expectSigned(context, context.orderRequestOf()))

clause('ORDER-04', 'signature of an order without optional members', context =>
  expectSigned(context, minimalRequest(context)),
)

const isUri = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value)

const expectAddresses = async (context: CheckContext, request: OrderRequest) => {
  const { urls } = await signedOrder(context, request)
  if (urls === undefined) notApplicable('The order comes without urls (ORDER-01).')
  const order = memberOf(urls, 'order')
  expectThat(Array.isArray(order) && order.length > 0 && order.every(isUri), 'urls.order is not a list of URIs', {
    expected: 'an array of at least one URI',
    actual: order ?? 'nothing',
  })
  for (const name of ['completed', 'cancelled'] as const)
    expectThat(isUri(memberOf(urls, name)), `urls.${name} is not a URI`, {
      expected: 'a URI',
      actual: memberOf(urls, name) ?? 'nothing',
    })
}

clause('ORDER-05', 'addresses of the order', context => expectAddresses(context, context.orderRequestOf()))

clause('ORDER-05', 'addresses of an order without optional members', context =>
  expectAddresses(context, minimalRequest(context)),
)
