import type { OperationName } from '../protocol/operations.ts'
import { gatewayConditions } from './gateway/conditions.ts'
import type { Answer } from './harness/answer.ts'
import type { Stage } from './harness/stage.ts'
import { kycConditions } from './kyc/conditions.ts'
import { merchantConditions } from './merchant/conditions.ts'

/** A condition for which the document names a code and a status, and a request that meets it and no other. */
export type Condition = {
  name: string
  operation: OperationName
  status: number
  code: string
  /** Only one check at a time may try it: it needs an account of its own. */
  isCostly?: true
  /** A correct request, where the operation is not authenticated. */
  control?: (stage: Stage) => Promise<unknown>
  provoke: (stage: Stage) => PromiseLike<Answer>
}

/** Every documented condition that can be brought about from outside. Heading: Errors. */
export const conditions: readonly Condition[] = [...gatewayConditions, ...merchantConditions, ...kycConditions]
