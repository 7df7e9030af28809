import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'

/** Sends a transfer that must be refused, and then the same one in a new request; `undo` pays back the amount. */
export const expectRefusedAgain = async (
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
  expectThat(!isSuccess(again), 'a refused transfer is accepted when it is sent again', {
    expected: `${status} ${code}, as before`,
    actual: summary(again),
    at: again,
  })
}
