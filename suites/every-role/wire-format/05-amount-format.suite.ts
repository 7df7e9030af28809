/**
 * FMT-05 · An amount that is not a decimal string (number, empty, exponent, NaN, blanks, full-width digits, comma) or
 * is negative is refused with a 4xx and has no effect (zero, leading zeros, plus sign, more digits than the currency
 * has: FMT-10).
 */

import type { CheckContext } from '../../../harness/context.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  expectExecutedAtMost,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { memberAt } from '../../support/edit.ts'
import { expectBodyRefused } from '../../support/errors/expect-body-refused.ts'
import { hostileAmounts } from '../../support/wire-format/hostile-amounts.ts'

/**
 * Sends each hostile form of the correct amount; if an execution is observable, all bodies share a reference, so that any execution is
 * found.
 */
const expectAmountsRefused = async (context: CheckContext, operation: AuthenticatedOperation) => {
  await sendControl(context, operation)
  const base = await operation.body(context)
  const requests = Object.entries(hostileAmounts(textOf(memberAt(base, operation.amountPath)))).map(
    async ([notation, value]) => {
      const edit = { path: operation.amountPath, value }
      const body = operation.executionCount
        ? operation.bodyWith(context, edit, base)
        : operation.bodyWith(context, edit)
      expectBodyRefused(operation, `${notation} as amount`, await send(context, operation, body))
    },
  )
  await Promise.all(requests)
  await expectExecutedAtMost(context, { operation, body: base }, 0)
}

/** An amount is a decimal string. Heading: Resources and their fields. */
onEveryOperation('wire-format-bodies', (clause, operation) => {
  clause(
    'FMT-05',
    {
      id: `${operation.name}-with-an-amount-that-is-no-decimal`,
      title: `${operation.name} with an amount that is not a decimal`,
    },
    context => expectAmountsRefused(context, operation),
  )
})
