/**
 * SIG-04 · Every signature that the target makes (metadata config, signed order, proof, notification) is secp256k1
 * ECDSA over SHA-256 and verifies with its published key.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { longest, longText, longTexts } from '../../members/values/texts.ts'
import { expectRequestSigned } from '../../support/gateway/notification/notification-signature.ts'
import { isOfRun, proofIn } from '../../support/gateway/notification/notifications.ts'
import { createTransfer, proofOf, txidOf } from '../../support/gateway/transactions.ts'
import { expectMemberSigned } from '../../support/payload-signatures/emitted-signatures.ts'
import { expectDocumentsSigned, expectOfEach } from '../../support/payload-signatures/signatures-of-run.ts'

const { clause } = defineSuite({ id: 'gateway-signatures', roles: ['gateway'], operations: ['transfer.create'] })

const receiveNotification = async (context: CheckContext): Promise<RecordedRequest> => {
  const plan = context.transferOf({ from: context.partner, to: context.merchant })
  await context.transfer(plan).asControl()
  const [first] = await context.notifications(String(plan.to.reference))
  return first ?? blocked('no notification of a transfer came (NOTIFY-01)', 'NOTIFY-01')
}

clause(
  'SIG-04',
  'metadata config',
  async context => {
    const document = context.run.metadata.json
    expectMemberSigned(context, 'the metadata config', { document, name: 'config' })
  },
  { operations: ['metadata'] },
)

clause(
  'SIG-04',
  'proof of a transfer',
  async context => {
    const plan = context.transferOf({ from: context.partner, to: context.merchant, memo: 'Conformance transfer' })
    const document = await context.transfer(plan).asControl()
    expectMemberSigned(context, 'the proof', { document, name: 'proof' })
  },
  { firstLook: true },
)

/** Makes a transfer with a string in every member that accepts one, or only in the memo; undefined if the target refuses it. */
const transferWith = async (context: CheckContext, text: string): Promise<JsonObject | undefined> => {
  const { partner: from, merchant: to } = context
  const everywhere = { from: { ocid: from.ocid, reference: text }, to: { ocid: to.ocid, reference: text } }
  for (const parties of [everywhere, { from, to }]) {
    const response = await context.transfer({ ...parties, memo: text })
    if (isSuccess(response)) return response.json as JsonObject
  }
  return undefined
}

clause.property<string>('SIG-04', 'transfer with texts of any length, and its notification', async control => {
  await createTransfer(control)
  return {
    arbitrary: () => longText(longest),
    examples: unlessQuick(control, longTexts),
    runs: 1,
    // SIG-06 tests texts of other scripts.
    test: async (context, text) => {
      const document = await transferWith(context, text)
      if (document === undefined) return
      expectMemberSigned(context, 'the proof', { document, name: 'proof' })
      const txid = txidOf(proofOf(document))
      const [notification] = await context.awaitRequests(request => proofIn(request)?.proof.txid === txid)
      if (notification) expectRequestSigned(context, 'the notification', notification)
    },
  }
})

clause('SIG-04', 'proof in a notification', async context => {
  const { json } = await receiveNotification(context)
  expectMemberSigned(context, 'the proof in the notification', { document: json, name: 'proof' })
})

clause('SIG-04', 'notification', async context =>
  expectRequestSigned(context, 'the notification', await receiveNotification(context)),
)

const ofRun = defineSuite({
  id: 'gateway-signatures-of-run',
  roles: ['gateway'],
  operations: ['transfer.create'],
  sendsNothing: true,
})

/** How many notifications are checked: enough to reveal a fault in one of 128 signatures. */
const most = 800

ofRun.clause('SIG-04', 'proofs', context => expectDocumentsSigned(context, 'proof', 'proof'), { last: true })

ofRun.clause(
  'SIG-04',
  'notifications',
  async context => {
    const { counterpart, received } = context.run
    const signed = (request: RecordedRequest) =>
      request.kind === 'notification' &&
      request.headers['x-oc-signature'] !== undefined &&
      memberOf(request.json, 'proof') !== undefined &&
      isOfRun(context, request)
    const notifications = (counterpart?.journal.all ?? []).filter(signed).slice(-most)
    await expectOfEach('notification', notifications, {
      jsonOf: ({ json }) => json,
      expect: (name, request) => {
        const at = { exchange: received(request) }
        expectMemberSigned(context, `the proof of ${name}`, { document: request.json, name: 'proof', at })
        expectRequestSigned(context, name, request)
      },
    })
  },
  { last: true },
)
