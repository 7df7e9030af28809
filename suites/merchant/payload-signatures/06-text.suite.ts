/**
 * SIG-06 · Text of any script, emoji, control characters, surrogate pairs and escapes survives signing and verifying
 * unchanged.
 */

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
  requireTextRefusal,
  togetherAndAlone,
} from '../../support/payload-signatures/text-survival.ts'

const { clause } = defineSuite({ id: 'merchant-signatures', roles: ['merchant'], operations: ['orders.create'] })

/** Where an order carries a string. */
type Carrier = 'memo' | 'reference' | 'name'

/** A catalogue determines the names. */
const carriersOf = ({ run }: CheckContext): readonly Carrier[] =>
  run.items.length > 0 ? ['memo', 'reference'] : ['memo', 'reference', 'name']

const requestWith = (context: CheckContext, text: string, carriers: readonly Carrier[]): JsonObject => {
  const written = Object.fromEntries(carriers.map(carrier => [carrier, text]))
  const { name, ...members } = written
  const request = context.orderRequestOf(members)
  const items = (request.items ?? []).map(item => (name === undefined ? item : { ...item, name }))
  return { ...request, items } as JsonObject
}

/** If the order repeats the text, it must be the text that was sent; an order that does not fails ORDER-02. */
const expectTextUnchanged = (order: Json | undefined, text: string, carriers: readonly Carrier[]) => {
  const items = memberOf(order, 'items')
  const holderOf = (carrier: Carrier) => (carrier === 'name' ? (Array.isArray(items) ? items[0] : {}) : order)
  const returned = carriers.map(carrier => memberOf(holderOf(carrier), carrier))
  const other = returned.find(value => value !== undefined && value !== text)
  expectThat(other === undefined, 'the text in the order is not the text that was sent', {
    expected: text,
    actual: other,
  })
}

/** ORDER-02 tests spaces at the ends. */
const isTrimmed = (text: string) => text.trim() === text && text !== ''

clause.property('SIG-06', 'order with text of any script', {
  arbitrary: () => anyScript.filter(isTrimmed),
  examples: scriptSamples.map(text => text.trim()),
  runs: 12,
  finally: requireSurvivor,
  test: async (context, text) => {
    for (const carriers of togetherAndAlone(carriersOf(context))) {
      const createWith = (words: string) => context.createOrder(requestWith(context, words, carriers))
      const response = await createWith(text)
      if (isTextRefusal(response, 'INVALID_SIGNATURE')) continue
      requireTextRefusal(response, 'INVALID_SIGNATURE')
      if (!isSuccess(response)) await createWith('Conformance order').asControl()
      expectThat(isSuccess(response), 'the order is not signed with this text in it', {
        expected: 'signed, as it is with plain text',
        actual: summary(response),
      })
      if (!isObject(response.json)) return
      expectTextUnchanged(response.json.order, text, carriers)
      noteSurvival(context, text)
      const signed = { document: response.json, name: 'order' } as const
      if (isMemberSigned(context, signed)) return
      // A signature that does not verify over plain text either fails SIG-04.
      const plain = { document: (await createWith('Conformance order')).json, name: 'order' } as const
      if (isMemberSigned(context, plain)) expectMemberSigned(context, 'the order', signed)
      return
    }
  },
})
