/**
 * FLOW-05 · Third-party app: payment/create, transfer at an accepted settlement provider, settle, completed (settle is
 * not shown: offered as an extension).
 */

import { isDeclared } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { notificationsSoFar } from '../../support/gateway/notification/notifications.ts'
import { createPendingPayment, isSettled, settle } from '../../support/gateway/payment/settlement.ts'
import { answerOf, statusOf } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'settle', roles: ['gateway'], operations: ['payment.create', 'verify'] })

clause.observe('FLOW-05', 'payment settled elsewhere', async context => {
  const declared = isDeclared(context, 'payment.settle')
  const payment = await createPendingPayment(context)
  if (!declared) return context.observe({ settle: 'not declared' })
  const response = await settle(context, payment)
  const { json } = await context.verify(payment.txid)
  const words = {
    settle: isSettled(response) ? 'completed' : isSuccess(response) ? 'another answer' : answerOf(response),
    'verify after settle': statusOf(memberOf(json, 'status')),
  }
  if (!isSettled(response)) return context.observe(words, summary(response))
  const { id } = payment.order
  await context.notifications(id, context.run.patience.usualMs)
  context.atEndOfRun(() => {
    const notifications = notificationsSoFar(context, [id])
    context.observe({ ...words, 'merchant after settle': notifications.length > 0 ? 'notified' : 'not notified' })
  })
})
