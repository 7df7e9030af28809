import type { CheckContext } from '../../../harness/context.ts'
import type { EmittedDocument, EmittedValue, ValueKind } from '../../support/wire-format/emitted-value.ts'

/** Returns the values of one kind that the target wrote; an absent member fails another clause. */
export const valuesOf = async (
  context: CheckContext,
  document: EmittedDocument,
  kind: ValueKind,
): Promise<EmittedValue[]> =>
  (await document.read(context)).filter(emitted => emitted.kind === kind && emitted.value !== undefined)
