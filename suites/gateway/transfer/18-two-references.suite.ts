/**
 * TRANSFER-18 · to.reference and order.id both given and different: Proof says the order id, POST /transfer/create says
 * to.reference. Whether from.reference may be absent. Fees.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { isObject, memberOf } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { createTransfer, referencedOrder } from '../../support/gateway/transactions.ts'
import { spend } from '../../support/gateway/transfer/accounts.ts'
import { answerOf, refusalNote } from '../../support/observations.ts'
import { bodyOf, referenceWord, sendBody } from './references.ts'

const { clause } = defineSuite({ id: 'transfer-choices', roles: ['gateway'], operations: ['transfer.create'] })

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
  const response = await sendBody(context, edit(bodyOf(context), 'from.reference', undefined))
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
