import { isObject, type JsonObject } from '../../protocol/json.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Witnessed } from '../harness/counterpart.ts'
import { blocked, holds, same } from '../harness/outcome.ts'
import { fitsSchema } from '../harness/sent.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { headersOf, isSigned } from './announced.ts'
import { deliveries, proofIn } from './deliveries.ts'
import { marksOf, openSession } from './hosted.ts'

const suite = defineSuite({ id: 'notification', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite
const hosted = { operations: ['orders.checkout'] } as const

type Told = { sent: Witnessed | undefined; answered: JsonObject }

/** A transfer to the merchant, and what it was told of it. */
const transferTold = async (stage: Stage): Promise<Told> => {
  const body = stage.transferOf({ from: stage.partner, to: stage.merchant })
  const answered = await stage.call('transfer.create', { ...body }, { as: stage.partner }).asControl()
  const txid = member(answered.proof, 'txid')
  const marks = [body.to.reference ?? '', ...(typeof txid === 'string' && txid.length >= 8 ? [txid] : [])]
  return { sent: (await deliveries(stage, marks))[0], answered }
}

/** A hosted payment, and what the merchant was told of it. */
const paymentTold = async (stage: Stage): Promise<Witnessed | undefined> => {
  const session = await openSession(stage)
  await session.page.pay()
  return (await deliveries(stage, marksOf(session)))[0]
}

const needed = (sent: Witnessed | undefined): Witnessed => sent ?? blocked('no notification is sent (NOTIFY-01)')

const isAsDocumented = (stage: Stage, sent: Witnessed | undefined) => {
  holds(sent !== undefined, 'the merchant is not notified', { expected: 'a notification', actual: 'none in 5 s' })
  const base = `${stage.counterpart.baseUrl}/${stage.merchant.ocid}`
  holds(sent.kind === 'notification' && sent.ocid === stage.merchant.ocid, 'the notification goes elsewhere', {
    expected: `POST ${base}/transfer/webhook`,
    actual: `${sent.method} ${sent.path}`,
  })
  const type = (sent.headers['content-type'] ?? '').split(';')[0]?.trim().toLowerCase()
  holds(type === 'application/json', 'the notification is not sent as JSON', {
    expected: 'application/json',
    actual: type || 'no content type',
  })
  holds(isObject(sent.json), 'the notification is no JSON object', {
    expected: '{ proof, signature }',
    actual: sent.body,
  })
  fitsSchema(sent.json, 'signed-proof', 'the notification')
}

clause('NOTIFY-01', 'after a transfer', async stage => isAsDocumented(stage, (await transferTold(stage)).sent))

clause('NOTIFY-01', 'after a hosted payment', async stage => isAsDocumented(stage, await paymentTold(stage)), hosted)

const isAuthenticated = (stage: Stage, sent: Witnessed) => {
  const headers = headersOf(sent)
  for (const [name, value] of Object.entries(headers))
    holds(value !== '', `the notification has no ${name}`, {
      expected: 'the four headers',
      actual: Object.keys(sent.headers),
    })
  holds(headers.ocid === String(stage.ocid), "X-OC-ID is not the gateway's OCID", {
    expected: stage.ocid,
    actual: headers.ocid,
  })
  const age = Math.abs(sent.receivedAt / 1000 - Number(headers.timestamp))
  const isFresh = /^\d{1,12}$/.test(headers.timestamp) && age <= stage.session.profile.clockDifference.pastSeconds
  holds(isFresh, 'X-OC-Timestamp is not the time of sending', {
    expected: `about ${Math.floor(sent.receivedAt / 1000)}`,
    actual: headers.timestamp,
  })
  holds(isSigned(stage, sent), "X-OC-Signature does not verify with the gateway's published key", {
    expected: `a signature of ${sent.method} ${sent.path}`,
    actual: headers.signature,
  })
}

const haveOwnNonces = (...sent: Witnessed[]) => {
  const nonces = sent.map(one => headersOf(one).nonce)
  holds(new Set(nonces).size === nonces.length, 'two notifications have one nonce', {
    expected: 'a nonce of its own',
    actual: nonces,
  })
}

clause('NOTIFY-02', 'headers after a transfer', async stage => {
  const first = needed((await transferTold(stage)).sent)
  isAuthenticated(stage, first)
  const second = needed((await transferTold(stage)).sent)
  haveOwnNonces(first, second)
})

clause(
  'NOTIFY-02',
  'headers after a hosted payment',
  async stage => {
    const first = needed(await paymentTold(stage))
    isAuthenticated(stage, first)
    haveOwnNonces(first, needed(await paymentTold(stage)))
  },
  hosted,
)

clause('NOTIFY-03', 'proof of a transfer', async stage => {
  const { sent, answered } = await transferTold(stage)
  const told = proofIn(needed(sent))
  same(told?.proof, answered.proof, 'the proof in the notification')
  signedByTarget(stage, 'the notification', { payload: told?.proof ?? null, signature: told?.signature })
})

clause(
  'NOTIFY-03',
  'signature of the proof of a hosted payment',
  async stage => {
    const told = proofIn(needed(await paymentTold(stage)))
    signedByTarget(stage, 'the notification', { payload: told?.proof ?? null, signature: told?.signature })
  },
  hosted,
)

/** The Instant Transfer Notification: where it goes, and what it carries. Heading: Events. */
export const notification = whereDeclared(suite)
