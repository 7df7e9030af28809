/**
 * TRANSFER-16 · from, to, amount and currency are required, and from.ocid and to.ocid: refused with a 4xx, nothing
 * moves.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isRefusedWith4xx, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { spend, spendArrived } from '../../support/gateway/transfer/accounts.ts'

const { clause } = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })

const required = ['from', 'to', 'amount', 'currency', 'from.ocid', 'to.ocid'] as const

/** Of the 29 units left, 24 can be moved, unless one transfer of eight has taken place. The difference allows for fees. */
const expectNothingMoved = async (context: CheckContext, account: Actor): Promise<void> => {
  const response = await spendArrived(context, account, 24)
  expectThat(isSuccess(response), 'a refused transfer moved money', {
    expected: `${context.money.amount(29)} in the account that was not debited`,
    actual: `${context.money.amount(24)} cannot be moved: ${summary(response)}`,
  })
}

clause('TRANSFER-16', 'required member missing', async context => {
  const account = await context.account(30)
  const body = () => context.transferOf({ from: account, to: context.partner, units: 8 }) as JsonObject
  await spend(context, account, 1).asControl()
  for (const path of required) {
    const response = await context.call('transfer.create', edit(body(), path, undefined), { as: account })
    expectThat(isRefusedWith4xx(response), `a transfer without ${path} is not refused`, {
      expected: 'a 4xx',
      actual: summary(response),
    })
  }
  await expectNothingMoved(context, account)
})
