import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget, member, targetKey } from '../../../harness/http/target-signature.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { diagnoseRequest } from '../../../protocol/diagnosis.ts'
import { isObject, type Json } from '../../../protocol/json.ts'
import { verifyPayload } from '../../../protocol/payload.ts'
import { headersOf, isSigned } from '../../support/gateway/notification-signature.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { anyText, isTextRefusal, sampleTexts } from '../../support/text-samples.ts'

const suite = defineSuite({ id: 'gateway-signatures', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** A signed payload, where there is one; that there is none breaks another row. */
const verifies = (context: CheckContext, what: string, document: unknown, name: 'proof' | 'config') => {
  const payload = member(document, name)
  const signature = member(document, 'signature')
  if (payload === undefined || signature === undefined)
    return notApplicable(`There is no signature of ${what} to judge.`)
  expectSignedByTarget(context, what, { payload, signature })
}

const notification = async (context: CheckContext): Promise<RecordedRequest> => {
  const plan = context.transferOf({ from: context.partner, to: context.merchant })
  await context.transfer(plan).asControl()
  const [first] = await context.notifications(String(plan.to.reference))
  return first ?? notApplicable('The target announced no transfer (NOTIFY-01), so there is no notification to judge.')
}

/** X-OC-Signature of what the target sent. */
const requestVerifies = (context: CheckContext, sent: RecordedRequest) => {
  const { signature, ...headers } = headersOf(sent)
  if (signature === '') return notApplicable('The notification has no X-OC-Signature (NOTIFY-02).')
  const parts = { method: sent.method, path: sent.path, body: sent.body, ...headers }
  const publicKey = targetKey(context)
  if (isSigned(context, sent)) return
  const reading = diagnoseRequest(parts, signature, { "the target's published key": publicKey })
  expectThat(false, `X-OC-Signature of the notification does not verify${reading ? `: ${reading}` : ''}`, {
    expected: "the target's signature of the canonical request",
    actual: signature,
  })
}

clause(
  'SIG-04',
  'metadata config',
  async context => verifies(context, 'the metadata config', context.run.metadata.json, 'config'),
  { operations: ['metadata'] },
)

clause('SIG-04', 'proof of a transfer', async context => {
  const plan = context.transferOf({ from: context.partner, to: context.merchant, memo: 'Conformance transfer' })
  verifies(context, 'the proof', await context.transfer(plan).asControl(), 'proof')
})

clause('SIG-04', 'proof in a notification', async context => {
  verifies(context, 'the proof in the notification', (await notification(context)).json, 'proof')
})

clause('SIG-04', 'notification', async context => requestVerifies(context, await notification(context)))

/** Where the proof repeats the text, it is the text that was sent. */
const repeats = (proof: Json | undefined, text: string) => {
  const memo = member(proof, 'memo')
  expectThat(memo === undefined || memo === text, 'the memo of the proof is not the one that was sent', {
    expected: text,
    actual: memo,
  })
}

/** A signature that does not verify over plain text either is another row's affair (SIG-04). */
const isVerified = ({ run, dialect }: CheckContext, signed: unknown): boolean => {
  const publicKey = String(member(member(run.metadata.json, 'config'), 'publicKey'))
  return verifyPayload(member(signed, 'proof') ?? null, member(signed, 'signature'), { publicKey, dialect })
}

clause.property('SIG-06', 'proof with text of any script', {
  arbitrary: () => anyText,
  examples: sampleTexts,
  runs: 10,
  test: async (context, text) => {
    const sent = (memo: string) => context.transfer({ from: context.partner, to: context.merchant, memo })
    const response = await sent(text)
    if (isTextRefusal(response, text, 'INVALID_SIGNATURE')) return
    if (!isSuccess(response)) await sent('Conformance transfer').asControl()
    expectThat(isSuccess(response), 'the transfer is not accepted with this text as its memo', {
      expected: 'accepted, as it is with plain text',
      actual: summary(response),
    })
    if (!isObject(response.json)) return
    repeats(response.json.proof, text)
    if (isVerified(context, response.json) || !isVerified(context, (await sent('Conformance transfer')).json)) return
    verifies(context, 'the proof', response.json, 'proof')
  },
})

/** The signatures that a gateway makes. Heading: Authentication, payload signatures. */
export const gatewaySignatures = whereDeclared(suite)
