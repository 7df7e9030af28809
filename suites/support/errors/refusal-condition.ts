import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { OperationName } from '../../../protocol/operations.ts'

/** A condition with a documented status and code, and a request that meets only this condition. Heading: Errors. */
export type RefusalCondition = {
  name: string
  operation: OperationName
  status: number
  code: string
  /** It needs a separate account, so only one check at a time may try it. */
  isCostly?: true
  /** Sends a correct request, if the operation is not authenticated. */
  control?: (context: CheckContext) => Promise<unknown>
  provoke: (context: CheckContext) => PromiseLike<HttpResponse>
}
