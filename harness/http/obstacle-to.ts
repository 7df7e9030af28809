import type { OperationName } from '../../protocol/operations.ts'
import type { RunContext } from '../run-context.ts'
import { codeOf } from './pending-response.ts'
import { isForOcid } from './refusal-cause.ts'
import type { HttpResponse } from './response.ts'

/**
 * Returns a function that recognizes a refusal seen in the preflight: a merchant that takes no orders, or a gateway that takes other
 * amounts, refuses every request the same way. Headings: POST /orders/create, POST /orders/checkout.
 */
export const obstacleTo = (
  operation: OperationName,
  { obstacles: { orders } }: Pick<RunContext, 'obstacles'>,
): { obstacle?: (response: HttpResponse) => string | undefined } => {
  if ((operation !== 'orders.create' && operation !== 'orders.checkout') || orders === undefined) return {}
  const isIt = (response: HttpResponse) =>
    response.status === orders.status && codeOf(response) === orders.code && (!orders.isForOcid || isForOcid(response))
  return { obstacle: response => (isIt(response) ? orders.message : undefined) }
}
