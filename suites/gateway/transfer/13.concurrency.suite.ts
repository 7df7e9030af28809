import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { fund, spend } from '../../support/gateway/accounts.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

const balance = 3
const bursts = 3

/** Sends four times as many transfers as the balance allows; exactly as many as it allows may succeed. */
const expectExactlyServed = async (context: CheckContext, account: Actor, refusal: string): Promise<void> => {
  const responses = await Promise.all(Array.from({ length: 4 * balance }, () => spend(context, account, 1)))
  const moved = responses.filter(isSuccess).length
  const expected = `${balance} of ${responses.length} accepted, the rest ${refusal}`
  const actual = responses.map(summary).join(', ')
  // An overdrawn account would disturb other checks.
  if (moved > balance) await fund(context, account, moved - balance)
  expectThat(moved <= balance, 'transfers sent at the same moment overdraw the account', { expected, actual })
  const other = responses.find(response => !isSuccess(response) && summary(response) !== refusal)
  expectThat(other === undefined, 'transfers sent at the same moment are not refused as required', {
    expected,
    actual,
  })
  // A unit that can be moved now could have been moved before.
  const isLeft = moved < balance && isSuccess(await spend(context, account, 1))
  expectThat(!isLeft, 'fewer transfers sent at the same moment succeed than the balance allows', { expected, actual })
}

clause.race('TRANSFER-13', 'more at once than the balance allows', async context => {
  const account = await context.account(balance)
  const overdraft = await spend(context, account, balance + 1)
  if (isSuccess(overdraft)) blocked('a single transfer overdraws the account, too (TRANSFER-09)')
  for (let burst = 0; burst < bursts; burst++) {
    await expectExactlyServed(context, account, summary(overdraft))
    await context.empty(account)
    await fund(context, account, balance).asControl()
  }
})

/** Concurrent transfers do not overdraw an account. Heading: POST /transfer/create. */
export const transferConcurrency = whereDeclared(suite)
