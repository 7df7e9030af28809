import { defineSuite } from '../../../harness/clause.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { expectRequestSigned } from '../../support/gateway/notification/notification-signature.ts'
import { expectMemberSigned } from '../../support/payload-signatures/emitted-signatures.ts'
import { expectDocumentsSigned, expectOfEach } from '../../support/payload-signatures/signatures-of-run.ts'

/** All signatures that a gateway made while the other checks ran. Heading: Authentication, payload signatures. */
const { clause } = defineSuite({
  id: 'gateway-signatures-of-run',
  roles: ['gateway'],
  operations: ['transfer.create'],
  sendsNothing: true,
})

/** Notifications that are looked at: a fault of one signature in 128 shows among so many. */
const most = 800

clause('SIG-04', 'proofs', context => expectDocumentsSigned(context, 'proof', 'proof'), { last: true })

clause(
  'SIG-04',
  'notifications',
  async context => {
    const { counterpart, received } = context.run
    const signed = ({ kind, json, headers }: RecordedRequest) =>
      kind === 'notification' && headers['x-oc-signature'] !== undefined && memberOf(json, 'proof') !== undefined
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
