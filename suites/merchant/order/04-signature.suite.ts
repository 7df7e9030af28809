/** ORDER-04 · The signature verifies over the canonical order with the merchant's published key. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import type { Drawn } from '../../members/draw.ts'
import { orderRequests, signAny } from '../../members/merchant-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { minimalRequest, signedOrder } from '../../support/merchant/orders.ts'
import { requestedTwice } from './second-request.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

const expectSigned = async (context: CheckContext, request: OrderRequest) => {
  const { order, signature } = await signedOrder(context, request)
  if (signature === undefined) notApplicable('The order has no signature (ORDER-01).')
  expectSignedByTarget(context, 'the order', { payload: order as unknown as JsonObject, signature })
}

clause('ORDER-04', 'signature of the returned order', context => expectSigned(context, context.orderRequestOf()))

clause('ORDER-04', 'signature of an order without optional members', context =>
  expectSigned(context, minimalRequest(context)),
)

clause.property<Drawn>('ORDER-04', 'signature of any order', async context => {
  await signedOrder(context)
  const { arbitrary, samples } = orderRequests(context, 'usual')
  return {
    arbitrary: () => arbitrary,
    examples: unlessQuick(context, samples),
    runs: 8,
    // SIG-06 tests texts of other scripts.
    test: async (on, drawn) => {
      for (const { signed } of await signAny(on, drawn)) {
        const { order, signature } = signed
        if (signature === undefined) continue
        expectSignedByTarget(on, 'the order', { payload: order as unknown as JsonObject, signature })
      }
    },
  }
})

clause('ORDER-04', 'signature of an order that was requested twice', async context => {
  const { order, signature } = await requestedTwice(context)
  if (signature === undefined) notApplicable('The order has no signature (ORDER-01).')
  expectSignedByTarget(context, 'the order', { payload: order as unknown as JsonObject, signature })
})
