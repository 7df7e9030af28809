/** PAYMENT-11 · to, amount and currency are required, to an integer: refused with a 4xx, no payment. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isRefusedWith4xx, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Json, JsonObject } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { createPayment } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'payment', roles: ['gateway'], operations: ['payment.create'] })

const expectEachRefused = async (
  context: CheckContext,
  changes: readonly (readonly [path: string, value: Json | undefined])[],
): Promise<void> => {
  await createPayment(context)
  for (const [path, value] of changes) {
    const body = edit(context.paymentOf(context.merchant) as JsonObject, path, value)
    const response = await context.call('payment.create', body, { as: context.app })
    const what = value === undefined ? `without ${path}` : `with ${path} ${JSON.stringify(value)}`
    expectThat(isRefusedWith4xx(response), `a payment ${what} is not refused`, {
      expected: 'a 4xx',
      actual: summary(response),
    })
  }
}

clause('PAYMENT-11', 'required member missing', context =>
  expectEachRefused(context, [
    ['to', undefined],
    ['amount', undefined],
    ['currency', undefined],
  ]),
)

clause('PAYMENT-11', { id: 'recipient-that-is-no-integer', title: 'recipient that is not an integer' }, context =>
  expectEachRefused(context, [
    ['to', String(context.merchant.ocid)],
    ['to', context.merchant.ocid + 0.5],
    ['to', null],
    ['to', { ocid: context.merchant.ocid }],
    ['to', [context.merchant.ocid]],
  ]),
)
