/**
 * TRANSFER-15 · Neither to.reference nor order.id; memo in the proof; whether the proof repeats the notation of the
 * amount; from and to the same account; a currency that the account does not hold; whether order.urls is fetched.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { moneyOf } from '../../../harness/money.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { isFetched, isFetchedSoFar } from '../../support/gateway/checkout/order-fetch.ts'
import { createTransfer, referencedOrder } from '../../support/gateway/transactions.ts'
import { answerOf, outcomeOf, refusalNote } from '../../support/observations.ts'
import { bodyOf, referenceWord, sendBody } from './references.ts'

/** Active currencies that few accounts hold. */
const rareCurrencies = ['CHF', 'NOK', 'MXN']

const { clause } = defineSuite({ id: 'transfer-choices', roles: ['gateway'], operations: ['transfer.create'] })

clause.observe('TRANSFER-15', 'neither reference nor order', async context => {
  await createTransfer(context)
  const body = edit(bodyOf(context), 'to.reference', undefined)
  const response = await sendBody(context, body)
  const txid = memberOf(memberOf(response.json, 'proof'), 'txid')
  const known = { 'the txid': txid, 'from.reference': memberOf(body.from, 'reference') }
  context.observe({ 'to.reference where neither is given': referenceWord(response, known) }, refusalNote(response))
})

clause.observe('TRANSFER-15', 'memo', async context => {
  const memo = 'Conformance memo: 1 × ☕'
  const response = await sendBody(context, bodyOf(context, { memo }))
  const returned = memberOf(memberOf(response.json, 'proof'), 'memo')
  const word = returned === memo ? 'kept' : returned === undefined ? 'dropped' : 'changed'
  context.observe({ 'memo in the proof': isSuccess(response) ? word : answerOf(response) }, refusalNote(response))
})

clause.observe('TRANSFER-15', 'amount', async context => {
  const sent = context.money.amount(100)
  const { proof } = await sendBody(context, bodyOf(context, { amount: sent })).asControl()
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
  const response = await sendBody(context, bodyOf(context, { currency, amount: amount() }))
  context.observe({ 'currency not held': outcomeOf(response) }, refusalNote(response))
})

clause.observe('TRANSFER-15', 'order urls', async context => {
  const { orderReference } = referencedOrder(context, 1)
  const to = { ocid: context.merchant.ocid, reference: orderReference.id }
  const response = await context.transfer({ from: context.partner, to, order: orderReference })
  await isFetched(context, orderReference.urls)
  context.atEndOfRun(() => {
    const word = isFetchedSoFar(context, orderReference.urls) ? 'fetched' : 'not fetched'
    context.observe({ 'order.urls': word }, refusalNote(response))
  })
})
