import { defineSuite } from '../../../harness/clause.ts'
import { agreesWith } from '../../../harness/model.ts'
import {
  balanceStep,
  expectExactBalance,
  joinBursts,
  startBalance,
  transferToItself,
} from '../../support/gateway/transfer/balance-model.ts'
import { requirePlainAccount } from '../../support/gateway/transfer/plain-account.ts'

/** Balances after accepted and refused transfers in any order. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

clause.model(
  'TRANSFER-12',
  'balance after any series of transfers',
  async context => {
    const account = await context.account(0)
    await requirePlainAccount(context, account)
    return agreesWith({
      start: () => startBalance(context, account),
      step: balanceStep,
      join: joinBursts,
      atLast: 'one unit more than the balance, the balance, and one unit more',
      end: expectExactBalance,
      most: 4,
      runs: 5,
    })
  },
  { firstLook: true },
)

clause(
  'TRANSFER-12',
  'balance after transfers of an account to itself',
  async context => {
    const account = await context.account(0)
    await requirePlainAccount(context, account)
    const model = await startBalance(context, account)
    // The document does not say whether that is refused (TRANSFER-15).
    for (const units of [3, model.units]) await transferToItself(model, units)
    await expectExactBalance(model)
  },
  { long: true },
)
