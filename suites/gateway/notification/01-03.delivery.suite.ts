import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { expectFits } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat } from '../../../harness/outcome.ts'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { marksOf, openSession } from '../../support/gateway/checkout-session.ts'
import { headersOf, isSigned } from '../../support/gateway/notification-signature.ts'
import { deliveries, proofIn } from '../../support/gateway/notifications.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite
const hosted = { operations: ['orders.checkout'] } as const

type Told = { sent: RecordedRequest | undefined; answered: JsonObject }

/** A transfer to the merchant, and what it was told of it. */
const transferTold = async (context: CheckContext): Promise<Told> => {
  const body = context.transferOf({ from: context.partner, to: context.merchant })
  const answered = await context.call('transfer.create', { ...body }, { as: context.partner }).asControl()
  const txid = member(answered.proof, 'txid')
  const marks = [body.to.reference ?? '', ...(typeof txid === 'string' && txid.length >= 8 ? [txid] : [])]
  return { sent: (await deliveries(context, marks))[0], answered }
}

/** A hosted payment, and what the merchant was told of it. */
const paymentTold = async (context: CheckContext): Promise<RecordedRequest | undefined> => {
  const run = await openSession(context)
  await run.page.pay()
  return (await deliveries(context, marksOf(run)))[0]
}

const needed = (sent: RecordedRequest | undefined): RecordedRequest =>
  sent ?? blocked('no notification is sent (NOTIFY-01)')

const isAsDocumented = (context: CheckContext, sent: RecordedRequest | undefined) => {
  expectThat(sent !== undefined, 'the merchant is not notified', { expected: 'a notification', actual: 'none in 5 s' })
  const base = `${context.counterpart.baseUrl}/${context.merchant.ocid}`
  expectThat(sent.kind === 'notification' && sent.ocid === context.merchant.ocid, 'the notification goes elsewhere', {
    expected: `POST ${base}/transfer/webhook`,
    actual: `${sent.method} ${sent.path}`,
  })
  const type = (sent.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  expectThat(type === 'application/json', 'the notification is not sent as JSON', {
    expected: 'application/json',
    actual: type || 'no content type',
  })
  expectThat(isObject(sent.json), 'the notification is no JSON object', {
    expected: '{ proof, signature }',
    actual: sent.body,
  })
  expectFits(sent.json, 'signed-proof', 'the notification')
}

clause('NOTIFY-01', 'after a transfer', async context => isAsDocumented(context, (await transferTold(context)).sent))

clause(
  'NOTIFY-01',
  'after a hosted payment',
  async context => isAsDocumented(context, await paymentTold(context)),
  hosted,
)

const isAuthenticated = (context: CheckContext, sent: RecordedRequest) => {
  const headers = headersOf(sent)
  for (const [name, value] of Object.entries(headers))
    expectThat(value !== '', `the notification has no ${name}`, {
      expected: 'the four headers',
      actual: Object.keys(sent.headers),
    })
  expectThat(headers.ocid === String(context.ocid), "X-OC-ID is not the gateway's OCID", {
    expected: context.ocid,
    actual: headers.ocid,
  })
  const age = Math.abs(sent.receivedAt / 1000 - Number(headers.timestamp))
  const isFresh = /^\d{1,12}$/.test(headers.timestamp) && age <= context.run.profile.clockDifference.pastSeconds
  expectThat(isFresh, 'X-OC-Timestamp is not the time of sending', {
    expected: `about ${Math.floor(sent.receivedAt / 1000)}`,
    actual: headers.timestamp,
  })
  expectThat(isSigned(context, sent), "X-OC-Signature does not verify with the gateway's published key", {
    expected: `a signature of ${sent.method} ${sent.path}`,
    actual: headers.signature,
  })
}

const haveOwnNonces = (...sent: RecordedRequest[]) => {
  const nonces = sent.map(one => headersOf(one).nonce)
  expectThat(new Set(nonces).size === nonces.length, 'two notifications have one nonce', {
    expected: 'a nonce of its own',
    actual: nonces,
  })
}

clause('NOTIFY-02', 'headers after a transfer', async context => {
  const first = needed((await transferTold(context)).sent)
  isAuthenticated(context, first)
  const second = needed((await transferTold(context)).sent)
  haveOwnNonces(first, second)
})

clause(
  'NOTIFY-02',
  'headers after a hosted payment',
  async context => {
    const first = needed(await paymentTold(context))
    isAuthenticated(context, first)
    haveOwnNonces(first, needed(await paymentTold(context)))
  },
  hosted,
)

clause('NOTIFY-03', 'proof of a transfer', async context => {
  const { sent, answered } = await transferTold(context)
  const told = proofIn(needed(sent))
  expectSame(told?.proof, answered.proof, 'the proof in the notification')
  expectSignedByTarget(context, 'the notification', { payload: told?.proof ?? null, signature: told?.signature })
})

clause(
  'NOTIFY-03',
  'signature of the proof of a hosted payment',
  async context => {
    const told = proofIn(needed(await paymentTold(context)))
    expectSignedByTarget(context, 'the notification', { payload: told?.proof ?? null, signature: told?.signature })
  },
  hosted,
)

/** The Instant Transfer Notification: where it goes, and what it carries. Heading: Events. */
export const notification = whereDeclared(suite)
