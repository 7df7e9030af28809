/**
 * TRANSFER-07 · Caller may not debit that account: 401 UNAUTHORIZED. A negative amount, which would debit the
 * recipient, is refused.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { withoutMembers } from '../../members/absences.ts'
import { edit } from '../../support/edit.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { spend } from '../../support/gateway/transfer/accounts.ts'
import { leaseInBothCurrencies } from '../../support/gateway/transfer/both-currencies.ts'
import { refusedWithAnyMembers } from '../../support/wire-format/any-members.ts'
import { fullTransfer, optional, sendTransfer } from './full-transfer.ts'
import { requireFunding } from './funding.ts'
import { expectRefusedAgain } from './refused-again.ts'

const { clause } = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

clause.property<string[]>(
  'TRANSFER-07',
  {
    id: 'account-of-somebody-else-whichever-optional-members-there-are',
    title: 'account of another holder, with any optional members',
  },
  refusedWithAnyMembers({
    what: 'a transfer from the account of another holder',
    optional,
    control: createTransfer,
    send: (context, omitted) =>
      sendTransfer(context, withoutMembers(fullTransfer(context, { from: context.foreign }), omitted)),
  }),
)

const refusals = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })

refusals.clause(
  'TRANSFER-07',
  { id: 'account-of-somebody-else', title: 'account of another holder' },
  async context => {
    await createTransfer(context)
    await context.transfer({ from: context.foreign, to: context.merchant }).expectRefusal(401, 'UNAUTHORIZED')
  },
)

refusals.clause('TRANSFER-07', 'treasury debited by another partner', async context => {
  const { merchant, partner, run } = context
  await createTransfer(context)
  const other = run.identities.purse1
  if (other) await context.transfer({ from: partner, to: merchant }, { as: other }).expectRefusal(401, 'UNAUTHORIZED')
})

refusals.clause(
  'TRANSFER-07',
  {
    id: 'account-of-somebody-else-debited-by-a-merchant-an-app-or-its-recipient',
    title: 'account of another holder debited by a merchant, an app or its recipient',
  },
  async context => {
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
  },
)

refusals.clause(
  'TRANSFER-07',
  { id: 'account-of-a-merchant-debited-by-somebody-else', title: 'account of a merchant debited by another caller' },
  async context => {
    const { merchant, merchant2, partner, app } = context
    await createTransfer(context)
    for (const as of [partner, merchant2, app]) {
      const response = await context.transfer({ from: merchant, to: partner }, { as })
      expectThat(!isSuccess(response), `${as.id} debits the account of ${merchant.id}`, {
        expected: 'a refusal: 401 UNAUTHORIZED',
        actual: summary(response),
      })
    }
  },
)

refusals.clause(
  'TRANSFER-07',
  {
    id: 'account-of-somebody-else-that-a-reference-makes-one-of-the-caller',
    title: 'account of another holder, with a reference to one of the caller',
  },
  async context => {
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
            expected: `a refusal of a transfer from ${from.id}, whatever its reference: 401 UNAUTHORIZED`,
            actual: summary(response),
          },
        )
      }
  },
)

refusals.clause('TRANSFER-07', 'negative amount, which would debit its recipient', async context => {
  const { foreign, money, partner } = context
  const account = await context.account(5)
  await spend(context, account, 1).asControl()
  const amount = `-${money.amount(1)}`
  const response = await context.transfer({ from: account, to: foreign, amount }, { as: account })
  // Five units can be moved only if the recipient has paid one in.
  if (!isSuccess(response) || !isSuccess(await spend(context, account, 5))) return
  await context.transfer({ from: partner, to: foreign, units: 1 })
  fail('a transfer of a negative amount debits its recipient', {
    expected: 'a refusal: the caller may not debit that account',
    actual: summary(response),
  })
})

refusals.clause(
  'TRANSFER-07',
  { id: 'account-of-somebody-else-sent-again', title: 'account of another holder, sent again' },
  context => {
    const { foreign, merchant, partner } = context
    return expectRefusedAgain(context, { from: foreign, to: merchant, as: partner }, [401, 'UNAUTHORIZED'])
  },
)

const balance = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

balance.clause(
  'TRANSFER-07',
  { id: 'account-of-somebody-else-in-another-currency', title: 'account of another holder in another currency' },
  async context => {
    const [, moves] = await leaseInBothCurrencies(context)
    requireFunding(await moves.fund(5), moves)
    await context.arrived()
    const response = moves.spend(1, context.partner)
    await response
    await moves.empty()
    await response.expectRefusal(401, 'UNAUTHORIZED')
  },
)
