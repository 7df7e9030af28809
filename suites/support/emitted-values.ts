import type { CheckContext } from '../../harness/context.ts'
import type { Json } from '../../protocol/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { gatewaySources } from './gateway/emitted-values.ts'
import { merchantSources } from './merchant/emitted-values.ts'

export type Kind = 'timestamp' | 'amount' | 'currency' | 'ocid'

/** A member that the target wrote; `isNow`: a moment that says when something was done just now. */
export type Written = { kind: Kind; path: string; value: Json | undefined; isNow?: boolean }

/** Where a target writes timestamps, amounts, currencies and OCIDs. */
export type Source = {
  name: string
  operations: readonly OperationName[]
  /** Brings it about and reads it; blocked where the target does not accept what that needs. */
  read: (context: CheckContext) => Promise<Written[]>
}

export const sources: readonly Source[] = [...gatewaySources, ...merchantSources]
