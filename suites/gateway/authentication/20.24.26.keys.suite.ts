import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { blocked } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { observeAnswers } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { expectPublic } from '../../support/reachability.ts'

/** The key that merchant2 publishes, which is not the one registered. */
const publishedKey = ({ run }: CheckContext): Actor =>
  run.identities.merchant2Published ?? blocked('no identity `merchant2` in the config: run `oc-conformance init`')

const theOrderOf = ({ merchant2 }: CheckContext, key = merchant2.key): JsonObject =>
  merchant2.signs(merchant2.order(), { key }) as JsonObject

const controls = async (context: CheckContext) => {
  await context.checkout(context.merchant.signs(context.merchant.order())).asControl()
  await context.checkout(theOrderOf(context), { as: context.merchant2 }).asControl()
}

const suite = defineSuite({ id: 'gateway-authentication', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

clause(
  'AUTH-20',
  'metadata without any header',
  async context => {
    const { origin, pathname } = new URL(context.run.metadata.url)
    expectPublic(await context.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
  },
  { operations: ['metadata'] },
)

clause(
  'AUTH-20',
  'verify without any header',
  async context => {
    expectPublic(await context.get(`/verify/${context.fresh('tx')}`, { headers: [] }), 'GET /verify/{txid}')
    const payment = await context.pay(context.paymentOf(context.merchant))
    const txid = member(payment.json, 'txid')
    if (!isSuccess(payment) || typeof txid !== 'string') return
    const response = await context.get(`/verify/${encodeURIComponent(txid)}`, { headers: [] })
    expectPublic(response, 'GET /verify/{txid} of a payment')
  },
  { operations: ['verify'] },
)

clause('AUTH-26', 'registered key of a merchant that publishes another', async context => {
  await context.checkout(context.merchant.signs(context.merchant.order())).asControl()
  await context.checkout(theOrderOf(context), { as: context.merchant2 }).expectProcessed()
})

clause('AUTH-26', 'request signed with the published key of a merchant', async context => {
  const { key } = publishedKey(context)
  await controls(context)
  await context.checkout(theOrderOf(context), { as: context.merchant2, key }).expectRefusalWith('INVALID_SIGNATURE')
})

clause('AUTH-26', 'order signed with the published key of a merchant', async context => {
  const { key } = publishedKey(context)
  await controls(context)
  await context.checkout(theOrderOf(context, key), { as: context.merchant2 }).expectRefusalWith('INVALID_SIGNATURE')
})

clause.observe('AUTH-24', 'caller without a registration', async context => {
  await context.checkout(context.merchant.signs(context.merchant.order())).asControl()
  const by = (actor: Actor) => {
    const merchant = context.asMerchant(actor)
    return context.checkout(context.merchant.signs(merchant.order()), { as: actor })
  }
  await observeAnswers(context, {
    'OCID that nobody knows': by(context.nobody),
    'OCID in the registry only': by(context.stranger),
  })
})

/** Which keys count at a gateway, and which of its operations are public. Heading: Authentication. */
export const gatewayAuthentication = whereDeclared(suite)
