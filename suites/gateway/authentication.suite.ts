import type { JsonObject } from '../../protocol/json.ts'
import { asksForNoHeaders } from '../answered.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked } from '../harness/outcome.ts'
import { isSuccess } from '../harness/sent.ts'
import type { Actor } from '../harness/session.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { observeAnswers } from '../observed.ts'

/** The key that merchant2 publishes, which is not the one registered. */
const publishedKey = ({ session }: Stage): Actor =>
  session.identities.merchant2Published ?? blocked('no identity `merchant2` in the config: run `oc-conformance init`')

const theOrderOf = ({ merchant2 }: Stage, key = merchant2.key): JsonObject =>
  merchant2.signs(merchant2.order(), { key }) as JsonObject

const controls = async (stage: Stage) => {
  await stage.checkout(stage.merchant.signs(stage.merchant.order())).asControl()
  await stage.checkout(theOrderOf(stage), { as: stage.merchant2 }).asControl()
}

const suite = defineSuite({ id: 'gateway-authentication', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

clause(
  'AUTH-20',
  'metadata without any header',
  async stage => {
    const { origin, pathname } = new URL(stage.session.metadata.url)
    asksForNoHeaders(await stage.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
  },
  { operations: ['metadata'] },
)

clause(
  'AUTH-20',
  'verify without any header',
  async stage => {
    asksForNoHeaders(await stage.get(`/verify/${stage.fresh('tx')}`, { headers: [] }), 'GET /verify/{txid}')
    const payment = await stage.pay(stage.paymentOf(stage.merchant))
    const txid = member(payment.json, 'txid')
    if (!isSuccess(payment) || typeof txid !== 'string') return
    const answer = await stage.get(`/verify/${encodeURIComponent(txid)}`, { headers: [] })
    asksForNoHeaders(answer, 'GET /verify/{txid} of a payment')
  },
  { operations: ['verify'] },
)

clause('AUTH-26', 'registered key of a merchant that publishes another', async stage => {
  await stage.checkout(stage.merchant.signs(stage.merchant.order())).asControl()
  await stage.checkout(theOrderOf(stage), { as: stage.merchant2 }).processes()
})

clause('AUTH-26', 'request signed with the published key of a merchant', async stage => {
  const { key } = publishedKey(stage)
  await controls(stage)
  await stage.checkout(theOrderOf(stage), { as: stage.merchant2, key }).refusesWith('INVALID_SIGNATURE')
})

clause('AUTH-26', 'order signed with the published key of a merchant', async stage => {
  const { key } = publishedKey(stage)
  await controls(stage)
  await stage.checkout(theOrderOf(stage, key), { as: stage.merchant2 }).refusesWith('INVALID_SIGNATURE')
})

clause.observe('AUTH-24', 'caller without a registration', async stage => {
  await stage.checkout(stage.merchant.signs(stage.merchant.order())).asControl()
  const by = (actor: Actor) => {
    const merchant = stage.asMerchant(actor)
    return stage.checkout(stage.merchant.signs(merchant.order()), { as: actor })
  }
  await observeAnswers(stage, {
    'OCID that nobody knows': by(stage.nobody),
    'OCID in the registry only': by(stage.stranger),
  })
})

/** Which keys count at a gateway, and which of its operations are public. Heading: Authentication. */
export const gatewayAuthentication = whereDeclared(suite)
