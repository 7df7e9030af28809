import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { verifyPayload } from '../../../protocol/payload.ts'
import { retrievedOrder } from '../../support/merchant/order-retrieval.ts'
import { plainRequest, signedOrder } from '../../support/merchant/orders.ts'
import { anyText, isTextRefusal, sampleTexts } from '../../support/text-samples.ts'

/** The signatures that a merchant makes. Heading: Authentication, payload signatures. */
export const merchantSignatures = defineSuite({
  id: 'merchant-signatures',
  roles: ['merchant'],
  operations: ['orders.create'],
})
const { clause } = merchantSignatures

/** A signed payload, where there is one; that there is none breaks another row. */
const verifies = (
  context: CheckContext,
  what: string,
  { payload, signature }: { payload?: Json | undefined; signature: unknown },
) => {
  if (payload === undefined || signature === undefined)
    return notApplicable(`There is no signature of ${what} to judge.`)
  expectSignedByTarget(context, what, { payload, signature })
}

clause(
  'SIG-04',
  'metadata config',
  async context => {
    const { json } = context.run.metadata
    verifies(context, 'the metadata config', { payload: member(json, 'config'), signature: member(json, 'signature') })
  },
  { operations: ['metadata'] },
)

clause('SIG-04', 'signed order', async context => {
  for (const request of [context.orderRequestOf(), plainRequest(context)]) {
    const { order, signature } = await signedOrder(context, request)
    verifies(context, 'the order', { payload: order as unknown as JsonObject, signature })
  }
})

clause('SIG-04', 'order at its address', async context => {
  const signed = await signedOrder(context)
  const payload = await retrievedOrder(context, signed)
  verifies(context, 'the order at its address', { payload, signature: signed.signature })
})

const withText = (context: CheckContext, text: string): JsonObject => {
  const request = context.orderRequestOf({ memo: text, reference: text })
  return { ...request, items: request.items?.map(item => ({ ...item, name: text })) ?? [] } as JsonObject
}

/** A signature that does not verify over plain text either is another row's affair (SIG-04). */
const isVerified = ({ run, dialect }: CheckContext, signed: unknown): boolean => {
  const publicKey = String(member(member(run.metadata.json, 'config'), 'publicKey'))
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
  expectThat(other === undefined, 'the text in the order is not the one that was sent', {
    expected: text,
    actual: other,
  })
}

/** Blanks at the ends are ORDER-02's affair. */
const isTrimmed = (text: string) => text.trim() === text && text !== ''

clause.property('SIG-06', 'order with text of any script', {
  arbitrary: () => anyText.filter(isTrimmed),
  examples: sampleTexts.map(text => text.trim()),
  runs: 12,
  test: async (context, text) => {
    const sent = (words: string) => context.createOrder(withText(context, words))
    const response = await sent(text)
    if (isTextRefusal(response, 'INVALID_SIGNATURE')) return
    if (!isSuccess(response)) await sent('Conformance order').asControl()
    expectThat(isSuccess(response), 'the order is not signed with this text in it', {
      expected: 'signed, as it is with plain text',
      actual: summary(response),
    })
    if (!isObject(response.json)) return
    repeats(response.json.order, text)
    if (isVerified(context, response.json) || !isVerified(context, (await sent('Conformance order')).json)) return
    verifies(context, 'the order', { payload: response.json.order, signature: response.json.signature })
  },
})
