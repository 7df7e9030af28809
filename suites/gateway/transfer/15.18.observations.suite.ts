import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { moneyOf } from '../../../harness/money.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { isFetched, isFetchedSoFar } from '../../support/gateway/checkout/order-fetch.ts'
import { createTransfer, referencedOrder } from '../../support/gateway/transactions.ts'
import { spend } from '../../support/gateway/transfer/accounts.ts'
import { answerOf, outcomeOf, refusalNote } from '../../support/observations.ts'

/** Active currencies that few accounts hold. */
const rareCurrencies = ['CHF', 'NOK', 'MXN']

const bodyOf = (context: CheckContext, changes: JsonObject = {}): JsonObject => ({
  ...(context.transferOf({ from: context.partner, to: context.merchant }) as JsonObject),
  ...changes,
})

const send = (context: CheckContext, body: JsonObject) => context.call('transfer.create', body, { as: context.partner })

/** Names the known value that proof.to.reference equals. */
const referenceWord = (response: HttpResponse, known: Record<string, unknown>): string => {
  if (!isSuccess(response)) return answerOf(response)
  const reference = memberOf(memberOf(memberOf(response.json, 'proof'), 'to'), 'reference')
  if (reference === undefined) return 'absent'
  if (reference === null) return 'null'
  if (reference === '') return 'empty'
  return Object.entries(known).find(([, value]) => value === reference)?.[0] ?? 'another text'
}

/** What the document leaves open of transfers. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-choices', roles: ['gateway'], operations: ['transfer.create'] })

clause.observe('TRANSFER-15', 'neither reference nor order', async context => {
  await createTransfer(context)
  const body = edit(bodyOf(context), 'to.reference', undefined)
  const response = await send(context, body)
  const txid = memberOf(memberOf(response.json, 'proof'), 'txid')
  const known = { 'the txid': txid, 'from.reference': memberOf(body.from, 'reference') }
  context.observe({ 'to.reference where neither is given': referenceWord(response, known) }, refusalNote(response))
})

clause.observe('TRANSFER-15', 'memo', async context => {
  const memo = 'Conformance memo: 1 × ☕'
  const response = await send(context, bodyOf(context, { memo }))
  const returned = memberOf(memberOf(response.json, 'proof'), 'memo')
  const word = returned === memo ? 'kept' : returned === undefined ? 'dropped' : 'changed'
  context.observe({ 'memo in the proof': isSuccess(response) ? word : answerOf(response) }, refusalNote(response))
})

clause.observe('TRANSFER-15', 'amount', async context => {
  const sent = context.money.amount(100)
  const { proof } = await send(context, bodyOf(context, { amount: sent })).asControl()
  context.observe({ 'amount in the proof': memberOf(proof, 'amount') === sent ? 'as sent' : 'in another notation' })
})

clause.observe('TRANSFER-15', 'from and to the same account', async context => {
  await createTransfer(context)
  const response = await context.transfer({ from: context.partner, to: context.partner })
  context.observe({ 'from and to the same account': outcomeOf(response) }, refusalNote(response))
})

clause.observe('TRANSFER-15', 'currency that the account does not hold', async context => {
  await createTransfer(context)
  const held = [context.money.currency, context.run.secondMoney?.currency]
  const { currency, amount } = moneyOf(rareCurrencies.find(code => !held.includes(code)) ?? 'CHF')
  const response = await send(context, bodyOf(context, { currency, amount: amount() }))
  context.observe({ 'currency not held': outcomeOf(response) }, refusalNote(response))
})

clause.observe(
  'TRANSFER-15',
  'order urls',
  async context => {
    const { orderReference } = referencedOrder(context, 1)
    const to = { ocid: context.merchant.ocid, reference: orderReference.id }
    const response = await context.transfer({ from: context.partner, to, order: orderReference })
    await isFetched(context, orderReference.urls)
    context.atEndOfRun(() => {
      const word = isFetchedSoFar(context, orderReference.urls) ? 'fetched' : 'not fetched'
      context.observe({ 'order.urls': word }, refusalNote(response))
    })
  },
  { waits: true },
)

clause.observe('TRANSFER-18', 'reference and order both given and different', async context => {
  await createTransfer(context)
  const { orderReference } = referencedOrder(context, 1)
  const reference = context.fresh('ref')
  const to = { ocid: context.merchant.ocid, reference }
  const response = await context.transfer({ from: context.partner, to, order: orderReference })
  const known = { 'to.reference': reference, 'order.id': orderReference.id }
  context.observe({ 'to.reference where both are given': referenceWord(response, known) }, refusalNote(response))
})

clause.observe('TRANSFER-18', 'sender without a reference', async context => {
  await createTransfer(context)
  const response = await send(context, edit(bodyOf(context), 'from.reference', undefined))
  const proof = memberOf(response.json, 'proof')
  const word = isObject(proof) && memberOf(proof.from, 'reference') !== undefined ? 'filled in' : 'absent'
  context.observe({ 'from.reference absent': isSuccess(response) ? word : answerOf(response) }, refusalNote(response))
})

clause.observe('TRANSFER-18', 'fees', async context => {
  const account = await context.account(10)
  await spend(context, account, 5).asControl()
  const second = await spend(context, account, 5)
  context.observe(
    { fees: isSuccess(second) ? 'none seen by the sender' : 'charged to the sender' },
    refusalNote(second),
  )
})
