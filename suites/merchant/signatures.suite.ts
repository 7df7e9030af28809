import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import { verifyPayload } from '../../protocol/payload.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { codeOf, isClientError, isSuccess, summary } from '../harness/sent.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { anyText, hasControls, texts } from '../texts.ts'
import { plainRequest, signedOrder } from './orders.ts'
import { retrievedOrder } from './retrieval.ts'

/** The signatures that a merchant makes. Heading: Authentication, payload signatures. */
export const merchantSignatures = defineSuite({
  id: 'merchant-signatures',
  roles: ['merchant'],
  operations: ['orders.create'],
})
const { clause } = merchantSignatures

/** A signed payload, where there is one; that there is none breaks another row. */
const verifies = (
  stage: Stage,
  what: string,
  { payload, signature }: { payload?: Json | undefined; signature: unknown },
) => {
  if (payload === undefined || signature === undefined)
    return notApplicable(`There is no signature of ${what} to judge.`)
  signedByTarget(stage, what, { payload, signature })
}

clause(
  'SIG-04',
  'metadata config',
  async stage => {
    const { json } = stage.session.metadata
    verifies(stage, 'the metadata config', { payload: member(json, 'config'), signature: member(json, 'signature') })
  },
  { operations: ['metadata'] },
)

clause('SIG-04', 'signed order', async stage => {
  for (const request of [stage.orderRequestOf(), plainRequest(stage)]) {
    const { order, signature } = await signedOrder(stage, request)
    verifies(stage, 'the order', { payload: order as unknown as JsonObject, signature })
  }
})

clause('SIG-04', 'order at its address', async stage => {
  const signed = await signedOrder(stage)
  const payload = await retrievedOrder(stage, signed)
  verifies(stage, 'the order at its address', { payload, signature: signed.signature })
})

const withText = (stage: Stage, text: string): JsonObject => {
  const request = stage.orderRequestOf({ memo: text, reference: text })
  return { ...request, items: request.items?.map(item => ({ ...item, name: text })) ?? [] } as JsonObject
}

/** A signature that does not verify over plain text either is another row's affair (SIG-04). */
const isVerified = ({ session, dialect }: Stage, signed: unknown): boolean => {
  const publicKey = String(member(member(session.metadata.json, 'config'), 'publicKey'))
  return verifyPayload(member(signed, 'order') ?? null, member(signed, 'signature'), { publicKey, dialect })
}

/** Where the order repeats the text, it is the text that was sent; that it does not repeat it breaks ORDER-02. */
const repeats = (order: Json | undefined, text: string) => {
  const items = member(order, 'items')
  const written = [
    member(order, 'memo'),
    member(order, 'reference'),
    member(Array.isArray(items) ? items[0] : {}, 'name'),
  ]
  const other = written.find(one => one !== undefined && one !== text)
  holds(other === undefined, 'the text in the order is not the one that was sent', { expected: text, actual: other })
}

const mayRefuse = (answer: Answer, text: string) =>
  hasControls(text) && isClientError(answer) && codeOf(answer) !== 'INVALID_SIGNATURE'

/** Blanks at the ends are ORDER-02's affair. */
const isTrimmed = (text: string) => text.trim() === text && text !== ''

clause.property('SIG-06', 'order with text of any script', {
  given: () => anyText.filter(isTrimmed),
  examples: texts.map(text => text.trim()),
  runs: 12,
  holds: async (stage, text) => {
    const sent = (words: string) => stage.createOrder(withText(stage, words))
    const answer = await sent(text)
    if (mayRefuse(answer, text)) return
    if (!isSuccess(answer)) await sent('Conformance order').asControl()
    holds(isSuccess(answer), 'the order is not signed with this text in it', {
      expected: 'signed, as it is with plain text',
      actual: summary(answer),
    })
    if (!isObject(answer.json)) return
    repeats(answer.json.order, text)
    if (isVerified(stage, answer.json) || !isVerified(stage, (await sent('Conformance order')).json)) return
    verifies(stage, 'the order', { payload: answer.json.order, signature: answer.json.signature })
  },
})
