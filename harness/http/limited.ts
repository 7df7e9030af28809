import { memberOf } from '../../protocol/json/json.ts'
import { Blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { codeOf, isClientError, summary } from './pending-response.ts'
import { hasDocumentedCode } from './refusal-cause.ts'
import type { HttpResponse } from './response.ts'
import type { Call } from './signed-call.ts'

/** The last request of each sender that a target has accepted, by run. */
const accepted = new WeakMap<RunContext, Map<string, Call>>()

/** Names the sender of a call and its operation: a target may limit each for itself. */
export const senderOf = ({ operation, sendOptions: { as } }: Omit<Call, 'body'>): string => `${operation} by ${as.ocid}`

/** Keeps a request that the target has accepted, unless it would debit an account that another check may have by now. */
export const keepAccepted = (run: RunContext, call: Call): void => {
  const { operation, body, sendOptions } = call
  const debited = memberOf(memberOf(body, 'from'), 'ocid')
  if (operation === 'transfer.create' && debited !== sendOptions.as.ocid) return
  const known = accepted.get(run) ?? new Map<string, Call>()
  accepted.set(run, known.set(senderOf(call), call))
}

/** Returns the last request of the same operation and sender that the target has accepted. */
export const acceptedLike = (run: RunContext, call: Omit<Call, 'body'>): Call | undefined =>
  accepted.get(run)?.get(senderOf(call))

/**
 * Returns a look at whether a target refused a request for how much it has taken: it then refuses in the same words what it accepted
 * before. `again`: sends such a request. `undefined` if the refusal says something else: the document leaves limits open, so none has a
 * code of its own, and a 409 says that the request itself is known.
 */
export const lookForLimit = (
  refusal: HttpResponse,
  what: string,
  again: () => Promise<HttpResponse>,
): (() => Promise<Blocked | undefined>) | undefined => {
  if (!isClientError(refusal) || refusal.status === 409 || hasDocumentedCode(refusal)) return undefined
  return async () => {
    const response = await again()
    if (response.status !== refusal.status || codeOf(response) !== codeOf(refusal)) return undefined
    return new Blocked(
      `the target refuses ${what} with ${summary(refusal)}, and a request that it accepted before as well: it accepts no more. Lift its limits for the run, or give --max-rps`,
    )
  }
}
