import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { answerOf } from '../../support/observations.ts'

/** Returns the body of a transfer, with changes. */
export const bodyOf = (context: CheckContext, changes: JsonObject = {}): JsonObject => ({
  ...(context.transferOf({ from: context.partner, to: context.merchant }) as JsonObject),
  ...changes,
})

/** Sends it. */
export const sendBody = (context: CheckContext, body: JsonObject) =>
  context.call('transfer.create', body, { as: context.partner })

/** Names the known value that proof.to.reference equals. */
export const referenceWord = (response: HttpResponse, known: Record<string, unknown>): string => {
  if (!isSuccess(response)) return answerOf(response)
  const reference = memberOf(memberOf(memberOf(response.json, 'proof'), 'to'), 'reference')
  if (reference === undefined) return 'absent'
  if (reference === null) return 'null'
  if (reference === '') return 'empty'
  return Object.entries(known).find(([, value]) => value === reference)?.[0] ?? 'another text'
}
