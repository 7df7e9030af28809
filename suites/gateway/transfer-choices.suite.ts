import { isObject, type JsonObject } from '../../protocol/json.ts'
import { edit } from '../edit.ts'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { moneyOf } from '../harness/money.ts'
import { isSuccess } from '../harness/sent.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf } from '../observed.ts'
import { accepted, isFetched, refusalOf } from './choices.ts'
import { namedOrder, transferred } from './transactions.ts'

/** A currency that is active, and that no account here holds. */
const rareCurrencies = ['CHF', 'NOK', 'MXN']

const bodyOf = (stage: Stage, changes: Partial<JsonObject> = {}): JsonObject => ({
  ...(stage.transferOf({ from: stage.partner, to: stage.merchant }) as JsonObject),
  ...(changes as JsonObject),
})

const send = (stage: Stage, body: JsonObject) => stage.call('transfer.create', body, { as: stage.partner })

/** Where proof.to.reference comes from, by the name of whatever it equals. */
const referenceFrom = (answer: Answer, known: Record<string, unknown>): string => {
  if (!isSuccess(answer)) return answerOf(answer)
  const to = member(member(answer.json, 'proof'), 'to')
  const reference = member(to, 'reference')
  if (reference === undefined) return 'absent'
  if (reference === null) return 'null'
  if (reference === '') return 'empty'
  return Object.entries(known).find(([, value]) => value === reference)?.[0] ?? 'another text'
}

const txidOf = (answer: Answer) => member(member(answer.json, 'proof'), 'txid')

const suite = defineSuite({ id: 'transfer-choices', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause.observe('TRANSFER-15', 'neither reference nor order', async stage => {
  await transferred(stage)
  const body = edit(bodyOf(stage), 'to.reference', undefined)
  const answer = await send(stage, body)
  const known = { 'the txid': txidOf(answer), 'from.reference': member(body.from, 'reference') }
  stage.observe({ 'to.reference where neither is given': referenceFrom(answer, known) }, refusalOf(answer))
})

clause.observe('TRANSFER-15', 'memo', async stage => {
  const memo = 'Conformance memo: 1 × ☕'
  const answer = await send(stage, bodyOf(stage, { memo }))
  const shown = member(member(answer.json, 'proof'), 'memo')
  const kept = shown === memo ? 'kept' : shown === undefined ? 'dropped' : 'changed'
  stage.observe({ 'memo in the proof': isSuccess(answer) ? kept : answerOf(answer) }, refusalOf(answer))
})

clause.observe('TRANSFER-15', 'from and to the same account', async stage => {
  await transferred(stage)
  const answer = await stage.transfer({ from: stage.partner, to: stage.partner })
  stage.observe({ 'from and to the same account': accepted(answer) }, refusalOf(answer))
})

clause.observe('TRANSFER-15', 'currency that the account does not hold', async stage => {
  await transferred(stage)
  const held = [stage.money.currency, stage.session.secondMoney?.currency]
  const { currency, amount } = moneyOf(rareCurrencies.find(one => !held.includes(one)) ?? 'CHF')
  const answer = await send(stage, bodyOf(stage, { currency, amount: amount() }))
  stage.observe({ 'currency not held': accepted(answer) }, refusalOf(answer))
})

clause.observe('TRANSFER-15', 'order urls', async stage => {
  const { named } = namedOrder(stage, 1)
  const to = { ocid: stage.merchant.ocid, reference: named.id }
  const answer = await stage.transfer({ from: stage.partner, to, order: named })
  if (isSuccess(answer)) await stage.notifications(named.id)
  stage.observe({ 'order.urls': (await isFetched(stage, named.urls)) ? 'fetched' : 'not fetched' }, refusalOf(answer))
})

clause.observe('TRANSFER-18', 'reference and order both given and different', async stage => {
  await transferred(stage)
  const { named } = namedOrder(stage, 1)
  const reference = stage.fresh('reference')
  const answer = await stage.transfer({
    from: stage.partner,
    to: { ocid: stage.merchant.ocid, reference },
    order: named,
  })
  const known = { 'to.reference': reference, 'order.id': named.id }
  stage.observe({ 'to.reference where both are given': referenceFrom(answer, known) }, refusalOf(answer))
})

clause.observe('TRANSFER-18', 'sender without a reference', async stage => {
  await transferred(stage)
  const answer = await send(stage, edit(bodyOf(stage), 'from.reference', undefined))
  const proof = member(answer.json, 'proof')
  const shown = isObject(proof) && member(proof.from, 'reference') !== undefined ? 'filled in' : 'absent'
  stage.observe({ 'from.reference absent': isSuccess(answer) ? shown : answerOf(answer) }, refusalOf(answer))
})

clause.observe('TRANSFER-18', 'fees', async stage => {
  const purse = await stage.purse(10)
  const half = () => stage.transfer({ from: purse, to: stage.partner, units: 5 }, { as: purse })
  await half().asControl()
  const second = await half()
  stage.observe({ fees: isSuccess(second) ? 'none seen by the sender' : 'charged to the sender' }, refusalOf(second))
})

/** POST /transfer/create: what the document leaves open. */
export const transferChoicesSuite = whereDeclared(suite)
