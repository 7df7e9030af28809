import type { Clause } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { PendingResponse } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { gatewayOperations } from '../gateway/authenticated-operations.ts'
import { merchantOperations } from '../merchant/authenticated-operations.ts'
import { parametrize } from '../parametrize.ts'
import type { AuthenticatedOperation, Eventual } from './authenticated-operation.ts'

/** A clock difference, in seconds, that is too large to protect against replays: three days. The document states no number. */
export const farSeconds = 3 * 86_400

/** Every authenticated operation of every role that the suites can call. */
export const authenticatedOperations: readonly AuthenticatedOperation[] = [...gatewayOperations, ...merchantOperations]

/** Sends a body as the operation's sender. */
export const send = (
  context: CheckContext,
  operation: AuthenticatedOperation,
  body: Eventual<JsonObject | string>,
  sendOptions: Partial<SendOptions> = {},
): PendingResponse => context.call(operation.name, body, { as: operation.sender(context), ...sendOptions })

/** Sends a fresh, correct body; blocks the check unless it is accepted, and not rejected. */
export const sendControl = async (context: CheckContext, operation: AuthenticatedOperation): Promise<void> => {
  const response = send(context, operation, operation.body(context))
  await response.asControl()
  if (operation.isRejection?.(await response)) blocked(`the control, a correct ${operation.name}, is rejected`)
}

/** Fails the clause if a body was executed more than `times`, as far as that is visible from outside. */
export const expectExecutedAtMost = async (
  context: CheckContext,
  { operation, body }: { operation: AuthenticatedOperation; body: JsonObject },
  times: 0 | 1,
): Promise<void> => {
  const what = times === 0 ? 'although it was refused' : 'more than once'
  const expectAtMost = (count = 0) =>
    expectThat(count <= times, `${operation.name} was executed ${what}`, {
      expected: `executed ${times} times`,
      actual: `executed ${count} times, as far as is visible: ${operation.trace}`,
    })
  if (times === 0 || !operation.showsOnce) expectAtMost(await operation.executionCount?.(context, body))
  if (operation.laterCount && !context.run.obstacles.counterpart)
    context.atEndOfRun(() => expectAtMost(operation.laterCount?.(context, body)))
}

/**
 * Sends a fresh, correct body in a request that must be refused, with one of the codes if there are any. Fails the clause if it is
 * not refused, or is executed anyway, as far as that is visible from outside.
 */
export const expectRefusedWithoutEffect = async (
  context: CheckContext,
  { operation, ...sendOptions }: { operation: AuthenticatedOperation } & Partial<SendOptions>,
  ...codes: readonly string[]
): Promise<void> => {
  const body = await operation.body(context)
  const response = send(context, operation, body, sendOptions)
  await (codes.length === 0 ? response.expectRefused() : response.expectRefusalWith(...codes))
  await expectExecutedAtMost(context, { operation, body }, 0)
}

/** Defines a suite of the same checks for every authenticated operation. */
export const onEveryOperation = (id: string, checks: (clause: Clause, operation: AuthenticatedOperation) => void) =>
  parametrize(id, { subjects: authenticatedOperations, operationOf: ({ name }) => name }, checks)
