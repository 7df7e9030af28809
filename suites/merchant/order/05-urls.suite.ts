/** ORDER-05 · urls.order is an array of at least one URI, urls.completed and urls.cancelled are URIs. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { brief, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { OrderRequest } from '../../../schemas/messages.ts'
import type { Drawn } from '../../members/draw.ts'
import { orderRequests, signAny } from '../../members/merchant-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { minimalRequest, signedOrder } from '../../support/merchant/orders.ts'

const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

const isUri = (value: unknown): boolean =>
  typeof value === 'string' && /^[a-z][a-z0-9+.-]*:/i.test(value) && URL.canParse(value)

const expectAddresses = async (context: CheckContext, request: OrderRequest) => {
  const { urls } = await signedOrder(context, request)
  if (urls === undefined) notApplicable('The order has no urls (ORDER-01).')
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

/**
 * Returns whether a string has characters that a URI cannot contain: spaces, control characters, some punctuation, a percent sign without two
 * digits. Allows circumflexes and bars, which URL libraries leave unescaped.
 */
const isBroken = (address: string): boolean => /[\u0000-\u0020\u007f"<>\\`{}]|%(?![0-9a-f]{2})/i.test(address)

clause.property<Drawn>('ORDER-05', 'addresses of any order', async context => {
  await signedOrder(context)
  const { arbitrary, samples } = orderRequests(context)
  return {
    areIndependent: true,
    arbitrary: () => arbitrary,
    examples: unlessQuick(context, samples),
    runs: 8,
    test: async (on, drawn) => {
      for (const { signed } of await signAny(on, drawn))
        for (const name of ['order', 'completed', 'cancelled']) {
          const broken = [memberOf(memberOf(signed, 'urls'), name)]
            .flat()
            .find(address => typeof address === 'string' && isBroken(address))
          expectThat(broken === undefined, `urls.${name} is not a URI`, { expected: 'a URI', actual: brief(broken) })
        }
    },
  }
})
