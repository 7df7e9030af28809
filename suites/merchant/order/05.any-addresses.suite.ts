import { defineSuite } from '../../../harness/clause.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import type { Drawn } from '../../members/draw.ts'
import { orderRequests, signAny } from '../../members/merchant-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { signedOrder } from '../../support/merchant/orders.ts'

/** The addresses of an order are URIs, whatever the order has. Heading: Order URLs. */
const { clause } = defineSuite({ id: 'order', roles: ['merchant'], operations: ['orders.create'] })

/**
 * Tells whether a text has what stands in no URI: blanks, controls, some marks, a percent sign without two digits. Libraries that write
 * URLs leave circumflexes and bars.
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
