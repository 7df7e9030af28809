import { gatewayConditions } from '../gateway/refusal-conditions.ts'
import { kycConditions } from '../kyc/refusal-conditions.ts'
import { merchantConditions } from '../merchant/refusal-conditions.ts'
import type { RefusalCondition } from './refusal-condition.ts'

/** Every documented condition that can be provoked from outside. Heading: Errors. */
export const refusalConditions: readonly RefusalCondition[] = [
  ...gatewayConditions,
  ...merchantConditions,
  ...kycConditions,
]
