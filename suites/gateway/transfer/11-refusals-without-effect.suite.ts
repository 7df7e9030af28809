/** TRANSFER-11 · A refused transfer moves nothing and notifies nobody. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { expectNotNotified } from '../../support/gateway/hosted-page/session-notifications.ts'
import { spend, spendArrived } from '../../support/gateway/transfer/accounts.ts'

const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

/** Allows a difference of three units, since fees are not documented; a refused transfer would have moved five. */
const expectBalanceBetween = async (
  context: CheckContext,
  account: Actor,
  { least, most }: { least: number; most: number },
): Promise<void> => {
  const { money } = context
  const first = await spendArrived(context, account, least - 3)
  expectThat(isSuccess(first), 'refused transfers moved money out of an account', {
    expected: `${money.amount(least)} in the account`,
    actual: `${money.amount(least - 3)} cannot be moved: ${summary(first)}`,
  })
  const more = await spend(context, account, most - least + 5)
  expectThat(!isSuccess(more), 'a refused transfer moved money into an account', {
    expected: `${money.amount(most)} in the account`,
    actual: `${money.amount(most + 2)} can be moved`,
  })
}

clause('TRANSFER-11', 'balance after refusals', async context => {
  const { foreign, nobody, partner, merchant } = context
  const account = await context.account(20)
  const overdraft = await spend(context, account, 21)
  const debits = [
    await context.transfer({ from: account, to: nobody, units: 5 }, { as: account }),
    await context.transfer({ from: account, to: merchant, units: 5 }, { as: partner }),
  ]
  // Different from every sum of the debits, so that none cancel out.
  const credit = await context.transfer({ from: foreign, to: account, units: 15 }, { as: partner })
  // An accepted transfer fails another clause; whether it moved money is unknown.
  const least = (isSuccess(overdraft) ? -1 : 20) - 5 * debits.filter(isSuccess).length
  const most = 20 + (isSuccess(credit) ? 15 : 0)
  if (least < 5) notApplicable('The target refuses too few of the transfers that it must refuse.')
  await expectBalanceBetween(context, account, { least, most })
})

clause('TRANSFER-11', 'balance after requests that the layer refuses', async context => {
  const { partner, requestNow, fresh } = context
  const account = await context.account(20)
  const body = context.transferOf({ from: account, to: partner, units: 5 })
  const send = (sendOptions: Partial<SendOptions>) =>
    context.call('transfer.create', body, { as: account, ...sendOptions })
  const nonce = fresh('n')
  const timestamp = requestNow()
  await send({ nonce, timestamp }).asControl()
  const refused = [
    await send({ nonce, timestamp }),
    await send({ nonce }),
    await send({ key: generatePrivateKey() }),
    await send({ timestamp: 0 }),
  ]
  // An accepted one fails another clause.
  const left = 15 - 5 * refused.filter(isSuccess).length
  if (left < 5) notApplicable("The target's authentication layer refuses too few of the requests that it must refuse.")
  await expectBalanceBetween(context, account, { least: left, most: left })
})

clause('TRANSFER-11', 'notifications of refusals', async context => {
  const { foreign, merchant, partner, money } = context
  const account = await context.account(1)
  const plans = [
    { from: account, as: account, units: 2 },
    { from: foreign, as: partner, units: 1 },
    { from: context.app, as: partner, units: 1 },
    { from: account, as: partner, units: money.most },
  ]
  const transfers = plans.map(async ({ from, as, units }) => {
    const reference = context.fresh('refused')
    const response = await context.transfer({ from, to: { ocid: merchant.ocid, reference }, units }, { as })
    return { reference, response }
  })
  const refused = (await Promise.all(transfers)).filter(({ response }) => !isSuccess(response))
  const references = refused.map(({ reference }) => reference)
  const message = 'the merchant is notified of a refused transfer'
  await expectNotNotified(context, references, { message, expected: 'no notification' })
})
