/**
 * AUTH-26 · A merchant's key is the one of its registration at the gateway: with a metadata document that publishes
 * another, requests and orders of the registered key are accepted, those of the other refused with INVALID_SIGNATURE.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { checkoutControl } from '../../support/gateway/hosted-page/checkout-session.ts'

/** Returns the key that merchant2 publishes, which differs from its registered key. */
const publishedKey = ({ run }: CheckContext): Actor =>
  run.identities.merchant2Published ?? blocked('no identity `merchant2` in the config: run `oc-conformance init`')

const orderOfMerchant2 = ({ merchant2 }: CheckContext, key = merchant2.key) =>
  merchant2.signs(merchant2.order(), { key })

const sendControls = async (context: CheckContext) => {
  await checkoutControl(context)
  await context.checkout(orderOfMerchant2(context), { as: context.merchant2 }).asControl()
}

const { clause } = defineSuite({ id: 'gateway-authentication', roles: ['gateway'], operations: ['orders.checkout'] })

clause('AUTH-26', 'registered key of a merchant that publishes another', async context => {
  await checkoutControl(context)
  await context.checkout(orderOfMerchant2(context), { as: context.merchant2 }).expectProcessed()
})

clause('AUTH-26', 'request signed with the published key of a merchant', async context => {
  const { key } = publishedKey(context)
  await sendControls(context)
  const response = context.checkout(orderOfMerchant2(context), { as: context.merchant2, key })
  await response.expectRefusalWith('INVALID_SIGNATURE')
})

clause('AUTH-26', 'order signed with the published key of a merchant', async context => {
  const { key } = publishedKey(context)
  await sendControls(context)
  const response = context.checkout(orderOfMerchant2(context, key), { as: context.merchant2 })
  await response.expectRefusalWith('INVALID_SIGNATURE')
})

type Caller = { caller: (context: CheckContext) => Actor; body: (context: CheckContext, caller: Actor) => object }

/** Operations at which any caller may be known, with their usual caller and body. */
const operations: Record<'transfer.create' | 'payment.create', Caller> = {
  'transfer.create': {
    caller: context => context.partner,
    body: (context, caller) => context.transferOf({ from: caller, to: context.merchant }),
  },
  'payment.create': { caller: context => context.app, body: context => context.paymentOf(context.merchant) },
}

for (const name of ['transfer.create', 'payment.create'] as const)
  clause(
    'AUTH-26',
    `${name} signed with the published key of a merchant`,
    async context => {
      const { key } = publishedKey(context)
      const { merchant2: as } = context
      const { caller, body: bodyOf } = operations[name]
      const usual = caller(context)
      await context.call(name, bodyOf(context, usual) as JsonObject, { as: usual }).asControl()
      const body = () => bodyOf(context, as) as JsonObject
      const registered = await context.call(name, body(), { as })
      expectThat(codeOf(registered) !== 'INVALID_SIGNATURE', 'the registered key of a merchant is refused', {
        expected: 'any other response',
        actual: summary(registered),
      })
      const response = context.call(name, body(), { as, key })
      // A merchant may be refused here before its signature is checked.
      if (isRefusal(registered) && summary(await response) === summary(registered))
        return context.untried(`A merchant that signs ${name}: ${summary(registered)}.`)
      await response.expectRefusalWith('INVALID_SIGNATURE')
    },
    { operations: [name] },
  )
