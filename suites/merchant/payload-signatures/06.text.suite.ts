import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject, type Json, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { scriptSamples } from '../../members/values/texts.ts'
import { expectMemberSigned, isMemberSigned } from '../../support/payload-signatures/emitted-signatures.ts'
import {
  anyScript,
  isTextRefusal,
  noteSurvival,
  requireSurvivor,
} from '../../support/payload-signatures/text-survival.ts'

/** A merchant's order verifies over any text. Heading: Authentication, payload signatures. */
export const merchantText = defineSuite({
  id: 'merchant-signatures',
  roles: ['merchant'],
  operations: ['orders.create'],
})
const { clause } = merchantText

/** The names of a catalogue stay as they are. */
const requestWith = (context: CheckContext, text: string): JsonObject => {
  const request = context.orderRequestOf({ memo: text, reference: text })
  const items = context.run.items.length > 0 ? request.items : request.items?.map(item => ({ ...item, name: text }))
  return { ...request, items: items ?? [] } as JsonObject
}

/** If the order repeats the text, it must be the text that was sent; an order that does not repeat it fails ORDER-02. */
const expectTextUnchanged = (order: Json | undefined, text: string, isNamed: boolean) => {
  const items = memberOf(order, 'items')
  const name = isNamed ? memberOf(Array.isArray(items) ? items[0] : {}, 'name') : undefined
  const returned = [memberOf(order, 'memo'), memberOf(order, 'reference'), name]
  const other = returned.find(value => value !== undefined && value !== text)
  expectThat(other === undefined, 'the text in the order is not the text that was sent', {
    expected: text,
    actual: other,
  })
}

/** Blanks at the ends are tested by ORDER-02. */
const isTrimmed = (text: string) => text.trim() === text && text !== ''

clause.property('SIG-06', 'order with text of any script', {
  arbitrary: () => anyScript.filter(isTrimmed),
  examples: scriptSamples.map(text => text.trim()),
  runs: 12,
  finally: requireSurvivor,
  test: async (context, text) => {
    const createWith = (words: string) => context.createOrder(requestWith(context, words))
    const response = await createWith(text)
    if (isTextRefusal(response, 'INVALID_SIGNATURE')) return
    if (!isSuccess(response)) await createWith('Conformance order').asControl()
    expectThat(isSuccess(response), 'the order is not signed with this text in it', {
      expected: 'signed, as it is with plain text',
      actual: summary(response),
    })
    if (!isObject(response.json)) return
    expectTextUnchanged(response.json.order, text, context.run.items.length === 0)
    noteSurvival(context, text)
    const signed = { document: response.json, name: 'order' } as const
    if (isMemberSigned(context, signed)) return
    // A signature that does not verify over plain text either fails SIG-04.
    const plain = { document: (await createWith('Conformance order')).json, name: 'order' } as const
    if (isMemberSigned(context, plain)) expectMemberSigned(context, 'the order', signed)
  },
})
