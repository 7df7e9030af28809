import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { send } from '../../support/authentication/authenticated-operations.ts'

type Edit = Parameters<AuthenticatedOperation['bodyWith']>[1]

/**
 * Ways in which a body can differ: an optional member that other checks send is omitted, one that they omit is sent, or the currency
 * differs.
 */
const changesOf = ({ run }: CheckContext, { textPath, optional, amountPath }: AuthenticatedOperation): Edit[][] => [
  [{ path: textPath, value: undefined }],
  ...optional.filter(({ path }) => path === 'order.urls').map(({ path }) => [{ path, value: [] }]),
  ...(run.secondMoney === undefined
    ? []
    : [
        [
          { path: amountPath, value: run.secondMoney.amount(100) },
          { path: amountPath.replace('amount', 'currency'), value: run.secondMoney.currency },
        ],
      ]),
]

/** Makes a fresh body with some members replaced or removed. */
const bodyWith = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  edits: Edit[],
): Promise<JsonObject> => {
  let body = await operation.body(context)
  for (const edit of edits) body = await operation.bodyWith(context, edit, body)
  return body
}

/** Calls `refuse` with each kind of body that the target accepts. */
export const withOtherMembers = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  refuse: (make: () => Promise<JsonObject>) => Promise<unknown>,
): Promise<void> => {
  let accepted = 0
  for (const edits of changesOf(context, operation)) {
    const make = () => bodyWith(context, operation, edits)
    const control = await send(context, operation, make())
    if (!isSuccess(control) || operation.isRejection?.(control)) continue
    accepted += 1
    await refuse(make)
  }
  if (accepted === 0) notApplicable('The target refuses every body with other members.')
}
