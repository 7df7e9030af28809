import { defineSuite } from '../../../harness/clause.ts'
import { isClientError, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { isPending } from '../../support/gateway/payment/payment-expiry.ts'
import { expectSamePayment, observePayment } from '../../support/gateway/payment/payments.ts'
import { createPayment, readTransaction, txidOf } from '../../support/gateway/transactions.ts'

/** A payment is kept, however many come after it. Heading: Pending payment. */
const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create', 'verify'] })

/** It begins with the run, so that as much as possible comes between. */
const early = { waits: true } as const

clause(
  'PAYMENT-13',
  'payment at the end of the run',
  async context => {
    const { payment, transaction } = await observePayment(context)
    context.atEndOfRun(async () => {
      // Whether a payment that is over is kept is not shown.
      if (context.now() >= numberOf(transaction.expiresAt ?? 0)) return
      const response = await readTransaction(context, txidOf(payment))
      expectThat(!isClientError(response), 'a pending payment is gone from verify before it expires', {
        expected: '200',
        actual: summary(response),
      })
      if (isSuccess(response) && isPending(response) && isObject(response.json))
        expectSamePayment(response.json, payment)
    })
  },
  early,
)

clause(
  'PAYMENT-06',
  'createdAt of a payment that is first read at the end of the run',
  async context => {
    const began = context.now()
    const [read, unread] = [await createPayment(context), await createPayment(context)]
    const mostSeconds = context.now() - began + 1
    const createdAt = async (payment: JsonObject) => memberOf((await context.verify(txidOf(payment))).json, 'createdAt')
    const first = await createdAt(read)
    context.atEndOfRun(async () => {
      const last = await createdAt(unread)
      // What a payment shows that is over, and of which type it is, other clauses tell.
      if (typeof first !== 'number' || typeof last !== 'number') return
      expectThat(Math.abs(last - first) <= mostSeconds, 'the createdAt of a payment is not that of its creation', {
        expected: `about ${first}, as for one that was created at the same time and read at once`,
        actual: last,
      })
    })
  },
  early,
)
