import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { edit } from '../../support/edit.ts'
import { transferred } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const required = ['from', 'to', 'amount', 'currency', 'from.ocid', 'to.ocid'] as const

const suite = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-06', 'source account missing', async context => {
  const { app, merchant, partner } = context
  await transferred(context)
  // Whether its owner or somebody else asks: a target may look at the permission first (TRANSFER-10), or at who calls at all.
  const asOwner = await context.transfer({ from: app, to: merchant }, { as: app })
  if (asOwner.status === 400 && codeOf(asOwner) === 'ACCOUNT_NOT_FOUND') return
  await context.transfer({ from: app, to: merchant }, { as: partner }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})

clause('TRANSFER-07', 'account of somebody else', async context => {
  await transferred(context)
  await context.transfer({ from: context.foreign, to: context.merchant }).expectRefusal(401, 'UNAUTHORIZED')
})

clause('TRANSFER-07', 'treasury debited by another partner', async context => {
  const { merchant, partner, run } = context
  await transferred(context)
  const other = run.identities.purse1
  if (other) await context.transfer({ from: partner, to: merchant }, { as: other }).expectRefusal(401, 'UNAUTHORIZED')
})

clause('TRANSFER-08', 'destination account missing', async context => {
  await transferred(context)
  await context.transfer({ from: context.partner, to: context.nobody }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})

clause('TRANSFER-16', 'required member missing', async context => {
  const account = await context.account(30)
  const body = () => context.transferOf({ from: account, to: context.partner, units: 8 }) as JsonObject
  const send = (path: string) => context.call('transfer.create', edit(body(), path, undefined), { as: account })
  await context.transfer({ from: account, to: context.partner, units: 1 }, { as: account }).asControl()
  for (const path of required) {
    const response = await send(path)
    const isRefused = !response.silence && response.status >= 400 && response.status < 500
    expectThat(isRefused, `a transfer without ${path} is not refused`, { expected: 'a 4xx', actual: summary(response) })
  }
  await holdsStill(context, account)
})

/** Of the 29 units that are left, 24 can be moved: with any one of the eights gone they could not. Fees are not shown. */
const holdsStill = async (context: CheckContext, account: Actor): Promise<void> => {
  const response = await context.transfer({ from: account, to: context.partner, units: 24 }, { as: account })
  expectThat(isSuccess(response), 'a transfer that was refused has moved money', {
    expected: `${context.money.amount(29)} in the account that was not debited`,
    actual: `${context.money.amount(24)} cannot be moved: ${summary(response)}`,
  })
}

/** POST /transfer/create: who and what is refused. */
export const transferRefusalsSuite = whereDeclared(suite)
