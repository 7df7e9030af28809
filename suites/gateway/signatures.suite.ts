import { diagnoseRequest } from '../../protocol/diagnosis.ts'
import { isObject, type Json } from '../../protocol/json.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Witnessed } from '../harness/counterpart.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { codeOf, isClientError, isSuccess, summary } from '../harness/sent.ts'
import { member, signedByTarget, targetKey } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { anyText, hasControls, texts } from '../texts.ts'
import { headersOf, isSigned } from './announced.ts'

const suite = defineSuite({ id: 'gateway-signatures', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** A signed payload, where there is one; that there is none breaks another row. */
const verifies = (stage: Stage, what: string, document: unknown, name: 'proof' | 'config') => {
  const payload = member(document, name)
  const signature = member(document, 'signature')
  if (payload === undefined || signature === undefined)
    return notApplicable(`There is no signature of ${what} to judge.`)
  signedByTarget(stage, what, { payload, signature })
}

const notification = async (stage: Stage): Promise<Witnessed> => {
  const plan = stage.transferOf({ from: stage.partner, to: stage.merchant })
  await stage.transfer(plan).asControl()
  const [first] = await stage.notifications(String(plan.to.reference))
  return first ?? notApplicable('The target announced no transfer (NOTIFY-01), so there is no notification to judge.')
}

/** X-OC-Signature of what the target sent. */
const requestVerifies = (stage: Stage, sent: Witnessed) => {
  const { signature, ...headers } = headersOf(sent)
  if (signature === '') return notApplicable('The notification has no X-OC-Signature (NOTIFY-02).')
  const parts = { method: sent.method, path: sent.path, body: sent.body, ...headers }
  const publicKey = targetKey(stage)
  if (isSigned(stage, sent)) return
  const reading = diagnoseRequest(parts, signature, { "the target's published key": publicKey })
  holds(false, `X-OC-Signature of the notification does not verify${reading ? `: ${reading}` : ''}`, {
    expected: "the target's signature of the canonical request",
    actual: signature,
  })
}

clause(
  'SIG-04',
  'metadata config',
  async stage => verifies(stage, 'the metadata config', stage.session.metadata.json, 'config'),
  { operations: ['metadata'] },
)

clause('SIG-04', 'proof of a transfer', async stage => {
  const plan = stage.transferOf({ from: stage.partner, to: stage.merchant, memo: 'Conformance transfer' })
  verifies(stage, 'the proof', await stage.transfer(plan).asControl(), 'proof')
})

clause('SIG-04', 'proof in a notification', async stage => {
  verifies(stage, 'the proof in the notification', (await notification(stage)).json, 'proof')
})

clause('SIG-04', 'notification', async stage => requestVerifies(stage, await notification(stage)))

/** Where the proof repeats the text, it is the text that was sent. */
const repeats = (proof: Json | undefined, text: string) => {
  const memo = member(proof, 'memo')
  holds(memo === undefined || memo === text, 'the memo of the proof is not the one that was sent', {
    expected: text,
    actual: memo,
  })
}

/** A signature that does not verify over plain text either is another row's affair (SIG-04). */
const isVerified = ({ session, dialect }: Stage, signed: unknown): boolean => {
  const publicKey = String(member(member(session.metadata.json, 'config'), 'publicKey'))
  return verifyPayload(member(signed, 'proof') ?? null, member(signed, 'signature'), { publicKey, dialect })
}

const mayRefuse = (answer: Answer, text: string) =>
  hasControls(text) && isClientError(answer) && codeOf(answer) !== 'INVALID_SIGNATURE'

clause.property('SIG-06', 'proof with text of any script', {
  given: () => anyText,
  examples: texts,
  runs: 10,
  holds: async (stage, text) => {
    const sent = (memo: string) => stage.transfer({ from: stage.partner, to: stage.merchant, memo })
    const answer = await sent(text)
    if (mayRefuse(answer, text)) return
    if (!isSuccess(answer)) await sent('Conformance transfer').asControl()
    holds(isSuccess(answer), 'the transfer is not accepted with this text as its memo', {
      expected: 'accepted, as it is with plain text',
      actual: summary(answer),
    })
    if (!isObject(answer.json)) return
    repeats(answer.json.proof, text)
    if (isVerified(stage, answer.json) || !isVerified(stage, (await sent('Conformance transfer')).json)) return
    verifies(stage, 'the proof', answer.json, 'proof')
  },
})

/** The signatures that a gateway makes. Heading: Authentication, payload signatures. */
export const gatewaySignatures = whereDeclared(suite)
