import type { CheckContext } from '../../../harness/context.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { requireMetadata } from '../../support/metadata-document.ts'

/** Returns config.settlement. */
export const settlementOf = (context: CheckContext) => {
  requireMetadata(context)
  return memberOf(memberOf(context.run.metadata.json, 'config'), 'settlement')
}
