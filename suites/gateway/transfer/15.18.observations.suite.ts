import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { moneyOf } from '../../../harness/money.ts'
import { isObject, type JsonObject } from '../../../protocol/json.ts'
import { edit } from '../../support/edit.ts'
import { accepted, isFetched, refusalOf } from '../../support/gateway/choices.ts'
import { namedOrder, transferred } from '../../support/gateway/transactions.ts'
import { answerOf } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** A currency that is active, and that no account here holds. */
const rareCurrencies = ['CHF', 'NOK', 'MXN']

const bodyOf = (context: CheckContext, changes: Partial<JsonObject> = {}): JsonObject => ({
  ...(context.transferOf({ from: context.partner, to: context.merchant }) as JsonObject),
  ...(changes as JsonObject),
})

const send = (context: CheckContext, body: JsonObject) => context.call('transfer.create', body, { as: context.partner })

/** Where proof.to.reference comes from, by the name of whatever it equals. */
const referenceFrom = (response: HttpResponse, known: Record<string, unknown>): string => {
  if (!isSuccess(response)) return answerOf(response)
  const to = member(member(response.json, 'proof'), 'to')
  const reference = member(to, 'reference')
  if (reference === undefined) return 'absent'
  if (reference === null) return 'null'
  if (reference === '') return 'empty'
  return Object.entries(known).find(([, value]) => value === reference)?.[0] ?? 'another text'
}

const txidOf = (response: HttpResponse) => member(member(response.json, 'proof'), 'txid')

const suite = defineSuite({ id: 'transfer-choices', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause.observe('TRANSFER-15', 'neither reference nor order', async context => {
  await transferred(context)
  const body = edit(bodyOf(context), 'to.reference', undefined)
  const response = await send(context, body)
  const known = { 'the txid': txidOf(response), 'from.reference': member(body.from, 'reference') }
  context.observe({ 'to.reference where neither is given': referenceFrom(response, known) }, refusalOf(response))
})

clause.observe('TRANSFER-15', 'memo', async context => {
  const memo = 'Conformance memo: 1 × ☕'
  const response = await send(context, bodyOf(context, { memo }))
  const shown = member(member(response.json, 'proof'), 'memo')
  const kept = shown === memo ? 'kept' : shown === undefined ? 'dropped' : 'changed'
  context.observe({ 'memo in the proof': isSuccess(response) ? kept : answerOf(response) }, refusalOf(response))
})

clause.observe('TRANSFER-15', 'from and to the same account', async context => {
  await transferred(context)
  const response = await context.transfer({ from: context.partner, to: context.partner })
  context.observe({ 'from and to the same account': accepted(response) }, refusalOf(response))
})

clause.observe('TRANSFER-15', 'currency that the account does not hold', async context => {
  await transferred(context)
  const held = [context.money.currency, context.run.secondMoney?.currency]
  const { currency, amount } = moneyOf(rareCurrencies.find(one => !held.includes(one)) ?? 'CHF')
  const response = await send(context, bodyOf(context, { currency, amount: amount() }))
  context.observe({ 'currency not held': accepted(response) }, refusalOf(response))
})

clause.observe('TRANSFER-15', 'order urls', async context => {
  const { named } = namedOrder(context, 1)
  const to = { ocid: context.merchant.ocid, reference: named.id }
  const response = await context.transfer({ from: context.partner, to, order: named })
  if (isSuccess(response)) await context.notifications(named.id)
  context.observe(
    { 'order.urls': (await isFetched(context, named.urls)) ? 'fetched' : 'not fetched' },
    refusalOf(response),
  )
})

clause.observe('TRANSFER-18', 'reference and order both given and different', async context => {
  await transferred(context)
  const { named } = namedOrder(context, 1)
  const reference = context.fresh('reference')
  const response = await context.transfer({
    from: context.partner,
    to: { ocid: context.merchant.ocid, reference },
    order: named,
  })
  const known = { 'to.reference': reference, 'order.id': named.id }
  context.observe({ 'to.reference where both are given': referenceFrom(response, known) }, refusalOf(response))
})

clause.observe('TRANSFER-18', 'sender without a reference', async context => {
  await transferred(context)
  const response = await send(context, edit(bodyOf(context), 'from.reference', undefined))
  const proof = member(response.json, 'proof')
  const shown = isObject(proof) && member(proof.from, 'reference') !== undefined ? 'filled in' : 'absent'
  context.observe({ 'from.reference absent': isSuccess(response) ? shown : answerOf(response) }, refusalOf(response))
})

clause.observe('TRANSFER-18', 'fees', async context => {
  const account = await context.account(10)
  const shard = () => context.transfer({ from: account, to: context.partner, units: 5 }, { as: account })
  await shard().asControl()
  const second = await shard()
  context.observe({ fees: isSuccess(second) ? 'none seen by the sender' : 'charged to the sender' }, refusalOf(second))
})

/** POST /transfer/create: what the document leaves open. */
export const transferChoicesSuite = whereDeclared(suite)
