import type { OperationName } from '../../protocol/operations.ts'
import type { Counterpart } from '../counterpart.ts'
import type { RunContext } from '../run-context.ts'
import { codeOf, isSuccess } from './pending-response.ts'
import { isForOcid } from './refusal-cause.ts'
import type { HttpResponse } from './response.ts'

/** How many milliseconds a target may remember that a request that it sent has failed. */
const remembersMs = 60_000

/**
 * Returns a function that recognizes an unrelated refusal. A merchant that accepts no orders, or a gateway that only accepts other amounts,
 * refuses every request as in the preflight. After the counterpart could not read a target's request, the target may refuse requests that
 * it would otherwise accept. Headings: POST /orders/create, POST /orders/checkout.
 */
export const obstacleTo = (
  operation: OperationName,
  { obstacles: { orders }, counterpart }: Pick<RunContext, 'obstacles' | 'counterpart'>,
): { obstacle: (response: HttpResponse) => string | undefined } => {
  const isOfOrders = operation === 'orders.create' || operation === 'orders.checkout'
  const isIt = (response: HttpResponse, { status, code, isForOcid: isForOne }: NonNullable<typeof orders>) =>
    response.status === status && codeOf(response) === code && (!isForOne || isForOcid(response))
  return {
    obstacle: response => {
      if (isOfOrders && orders && isIt(response, orders)) return orders.message
      return isSuccess(response) ? undefined : unreadSince(counterpart, response.sentAt)
    },
  }
}

const unreadSince = (counterpart: Counterpart | undefined, sentAt = Number.POSITIVE_INFINITY): string | undefined =>
  counterpart?.journal.find(({ kind, at }) => kind === 'unread' && at >= sentAt - remembersMs)[0]?.beyond
