import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { fund } from '../../support/gateway/transfer/accounts.ts'

/** A transfer that was refused is refused again. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })

/** Sends a transfer that has to be refused, and then the same one in a request of its own; `undo` pays back what it has moved. */
const expectRefusedAgain = async (
  context: CheckContext,
  { as, ...transfer }: Parameters<CheckContext['transferOf']>[0] & { as: Actor },
  [status, code]: readonly [number, string],
  undo: () => PromiseLike<unknown> = async () => {},
): Promise<void> => {
  await createTransfer(context)
  const body = context.transferOf(transfer)
  await context.call('transfer.create', body, { as }).expectRefusal(status, code)
  const again = await context.call('transfer.create', body, { as })
  if (isSuccess(again)) await undo()
  expectThat(!isSuccess(again), 'a transfer that was refused is accepted when it is sent again', {
    expected: `${status} ${code}, as at first`,
    actual: summary(again),
    at: again,
  })
}

clause('TRANSFER-07', 'account of somebody else, sent again', context => {
  const { foreign, merchant, partner } = context
  return expectRefusedAgain(context, { from: foreign, to: merchant, as: partner }, [401, 'UNAUTHORIZED'])
})

clause('TRANSFER-08', 'destination account missing, sent again', context => {
  const { nobody, partner } = context
  return expectRefusedAgain(context, { from: partner, to: nobody, as: partner }, [400, 'ACCOUNT_NOT_FOUND'])
})

clause('TRANSFER-09', 'balance below the amount, sent again', async context => {
  const account = await context.account(5)
  const overdraft = { from: account, to: context.partner, units: 6, as: account }
  await expectRefusedAgain(context, overdraft, [402, 'INSUFFICIENT_FUNDS'], () => fund(context, account, 1))
})
