import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusedWith4xx, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { spend, spendArrived } from '../../support/gateway/transfer/accounts.ts'

/** A transfer without account, permission or a required member is refused. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-06', 'source account missing', async context => {
  const { app, merchant, partner } = context
  await createTransfer(context)
  // Sent by the owner, then by another caller: a target may check the permission (TRANSFER-10) or the caller first.
  const asOwner = await context.transfer({ from: app, to: merchant }, { as: app })
  if (asOwner.status === 400 && codeOf(asOwner) === 'ACCOUNT_NOT_FOUND') return
  await context.transfer({ from: app, to: merchant }, { as: partner }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})

clause('TRANSFER-07', 'account of somebody else', async context => {
  await createTransfer(context)
  await context.transfer({ from: context.foreign, to: context.merchant }).expectRefusal(401, 'UNAUTHORIZED')
})

clause('TRANSFER-07', 'treasury debited by another partner', async context => {
  const { merchant, partner, run } = context
  await createTransfer(context)
  const other = run.identities.purse1
  if (other) await context.transfer({ from: partner, to: merchant }, { as: other }).expectRefusal(401, 'UNAUTHORIZED')
})

clause('TRANSFER-07', 'account of somebody else debited by a merchant, an app or its recipient', async context => {
  const { app, merchant, partner } = context
  await createTransfer(context)
  const account = await context.account(1)
  for (const as of [merchant, app, partner, account])
    for (const from of [partner, account])
      for (const to of new Set([merchant, account, from, ...(as === app ? [] : [as])])) {
        if (from === as) continue
        const response = await context.transfer({ from, to }, { as })
        expectThat(!isSuccess(response), `${as.id} debits the account of ${from.id}`, {
          expected: `a refusal of a transfer from ${from.id} to ${to === as ? 'the caller itself' : to.id}: 401 UNAUTHORIZED`,
          actual: summary(response),
        })
      }
})

clause('TRANSFER-07', 'account of a merchant debited by somebody else', async context => {
  const { merchant, merchant2, partner, app } = context
  await createTransfer(context)
  for (const as of [partner, merchant2, app]) {
    const response = await context.transfer({ from: merchant, to: partner }, { as })
    expectThat(!isSuccess(response), `${as.id} debits the account of ${merchant.id}`, {
      expected: 'a refusal: 401 UNAUTHORIZED',
      actual: summary(response),
    })
  }
})

clause('TRANSFER-07', 'account of somebody else that a reference makes one of the caller', async context => {
  const { merchant, partner } = context
  await createTransfer(context)
  const account = await context.account(1)
  for (const [from, as] of [
    [account, merchant],
    [account, partner],
    [partner, merchant],
    [partner, account],
  ] as const)
    for (const owner of [as, from]) {
      const body = context.transferOf({ from, to: merchant }) as JsonObject
      const claimed = edit(body, 'from.reference', String(owner.ocid))
      const response = await context.call('transfer.create', claimed, { as })
      expectThat(
        !isSuccess(response),
        `${as.id} debits the account of ${from.id}, with the OCID of ${owner.id} as reference`,
        {
          expected: `a refusal of a transfer from ${from.id}, whatever its reference is: 401 UNAUTHORIZED`,
          actual: summary(response),
        },
      )
    }
})

clause('TRANSFER-07', 'negative amount, which would debit its recipient', async context => {
  const { foreign, money, partner } = context
  const account = await context.account(5)
  await spend(context, account, 1).asControl()
  const amount = `-${money.amount(1)}`
  const response = await context.transfer({ from: account, to: foreign, amount }, { as: account })
  // Five units can be moved only if one has come from the recipient.
  if (!isSuccess(response) || !isSuccess(await spend(context, account, 5))) return
  await context.transfer({ from: partner, to: foreign, units: 1 })
  fail('a transfer of a negative amount debits its recipient', {
    expected: 'a refusal: the caller may not debit that account',
    actual: summary(response),
  })
})

clause('TRANSFER-08', 'destination account missing', async context => {
  await createTransfer(context)
  await context.transfer({ from: context.partner, to: context.nobody }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})

clause('TRANSFER-08', 'destination that is known, and has no account', async context => {
  const { app, partner, run } = context
  await createTransfer(context)
  for (const to of [app, run.identities.stranger])
    if (to) await context.transfer({ from: partner, to }).expectRefusal(400, 'ACCOUNT_NOT_FOUND')
})

const required = ['from', 'to', 'amount', 'currency', 'from.ocid', 'to.ocid'] as const

/** Of the 29 units left, 24 can be moved, and could not if one transfer of eight had moved. The difference allows for fees. */
const expectNothingMoved = async (context: CheckContext, account: Actor): Promise<void> => {
  const response = await spendArrived(context, account, 24)
  expectThat(isSuccess(response), 'a refused transfer has moved money', {
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
