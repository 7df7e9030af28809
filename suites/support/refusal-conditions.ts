import type { CheckContext } from '../../harness/context.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { gatewayConditions } from './gateway/refusal-conditions.ts'
import { kycConditions } from './kyc/refusal-conditions.ts'
import { merchantConditions } from './merchant/refusal-conditions.ts'

/** A condition for which the document names a code and a status, and a request that meets it and no other. */
export type Condition = {
  name: string
  operation: OperationName
  status: number
  code: string
  /** Only one check at a time may try it: it needs an account of its own. */
  isCostly?: true
  /** A correct request, where the operation is not authenticated. */
  control?: (context: CheckContext) => Promise<unknown>
  provoke: (context: CheckContext) => PromiseLike<HttpResponse>
}

/** Every documented condition that can be brought about from outside. Heading: Errors. */
export const conditions: readonly Condition[] = [...gatewayConditions, ...merchantConditions, ...kycConditions]
