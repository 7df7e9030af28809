/** ORDER-01 · 200 { order, signature, urls } that fits the schemas. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { unlessQuick } from '../../members/samples.ts'
import { anySimilarities, type Similarity, similarities, similarTexts } from '../../members/values/similar-texts.ts'
import { foreignOcid, minimalRequest, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { isUnrelated } from '../../support/probe.ts'

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
    if (isSuccess(refused)) notApplicable('The target signs an order that it must refuse (ORDER-06, ORDER-07).')
  }
  await expectSignedOrder(context, request)
})

clause('ORDER-01', 'the same request again', async context => {
  const request = context.orderRequestOf()
  await signedOrder(context, request)
  const again = await context.createOrder(request)
  if (!isSuccess(again)) notApplicable('The target refuses a repeated request, which is allowed (ORDER-10).')
  expectOrderIn(again.json ?? null)
})

const create = (context: CheckContext, id: string) => context.createOrder({ ...context.orderRequestOf(), id })

const expectApart = async (context: CheckContext, chosen: Similarity[]): Promise<void> => {
  for (const [at, id] of similarTexts(context.fresh('order'), chosen).entries()) {
    const response = await create(context, id)
    if (isSuccess(response) || isUnrelated(response)) continue
    // A merchant may refuse an id for its form: then it also refuses it without the other orders.
    const alone = similarTexts(context.fresh('order'), chosen)[at] ?? ''
    if (!isSuccess(await create(context, alone))) continue
    // A temporary refusal does not recur.
    if (isSuccess(await create(context, id))) continue
    fail('an order is refused because of another order with a similar id', {
      expected: `${id}: accepted, as it is without the other order`,
      actual: summary(response),
      at: response,
    })
  }
}

clause.property<Similarity[]>(
  'ORDER-01',
  { id: 'orders-whose-ids-are-alike', title: 'orders with similar ids' },
  async control => {
    await unpaidOrder(control)
    return {
      arbitrary: () => anySimilarities,
      examples: unlessQuick(control, [[...similarities]]),
      runs: 2,
      test: expectApart,
    }
  },
)
