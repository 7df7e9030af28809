import type { CheckContext } from '../../../harness/context.ts'
import type { Json } from '../../../protocol/json/json.ts'
import type { OperationName } from '../../../protocol/operations.ts'

/** The kinds of values whose form the document defines. */
export type ValueKind = 'timestamp' | 'amount' | 'currency' | 'ocid'

/** A member that the target wrote; `isNow` marks a timestamp of something that has just happened. */
export type EmittedValue = { kind: ValueKind; path: string; value: Json | undefined; isNow?: boolean }

/** A document of a target with timestamps, amounts, currencies and OCIDs. */
export type EmittedDocument = {
  name: string
  operations: readonly OperationName[]
  /** Makes the target write the document and reads its values; blocks if the target refuses a request for it. */
  read: (context: CheckContext) => Promise<EmittedValue[]>
}
