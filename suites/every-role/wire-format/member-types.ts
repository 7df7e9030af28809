import type { CheckContext } from '../../../harness/context.ts'
import type { Json } from '../../../protocol/json/json.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { memberAt } from '../../support/edit.ts'
import { expectBodyRefused } from '../../support/errors/expect-body-refused.ts'
import { type Member, type MemberFault, mistypedValues } from '../../support/wire-format/mistyped-values.ts'

/** Sends each fault alone in an otherwise correct body. */
export const expectEachRefused = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  faults: readonly MemberFault[],
) => {
  await sendControl(context, operation)
  const requests = faults.map(async ([{ path }, what, value]) => {
    const response = await send(context, operation, operation.bodyWith(context, { path, value }))
    expectBodyRefused(operation, `${path} ${what}`, response)
  })
  await Promise.all(requests)
}

/** Returns a correct value for a member that a plain body lacks. */
const correctValue = (context: CheckContext, { type }: Member): Json => {
  if (type === 'timestamp') return context.now() + 3600
  return type === 'texts' ? ['https://shop.example/order'] : 'text'
}

/** Returns each member with values of another type. */
export const mistypedMembers = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  members: readonly Member[],
): Promise<MemberFault[]> => {
  const body = await operation.body(context)
  return members.flatMap(member => {
    const correct = memberAt(body, member.path) ?? correctValue(context, member)
    return mistypedValues(member, correct).map((value): MemberFault => [member, `as ${JSON.stringify(value)}`, value])
  })
}
