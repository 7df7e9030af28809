import { memberOf } from '../../protocol/json/json.ts'
import { blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { codeOf, isClientError, isSuccess, summary } from './pending-response.ts'
import { hasDocumentedCode } from './refusal-cause.ts'
import type { HttpResponse } from './response.ts'
import type { Call } from './signed-call.ts'

/** By run, the last accepted request of each sender. */
const accepted = new WeakMap<RunContext, Map<string, Call>>()

const senderOf = ({ operation, sendOptions: { as } }: Omit<Call, 'body'>): string => `${operation} by ${as.ocid}`

/** Remembers an accepted request, unless repeating it would debit an account that another check may use by now. */
export const keepAccepted = (run: RunContext, call: Call): void => {
  const { operation, body, sendOptions } = call
  const debited = memberOf(memberOf(body, 'from'), 'ocid')
  if (operation === 'transfer.create' && debited !== sendOptions.as.ocid) return
  const known = accepted.get(run) ?? new Map<string, Call>()
  accepted.set(run, known.set(senderOf(call), call))
}

/** Returns the last accepted request of the same operation and sender. */
export const acceptedLike = (run: RunContext, call: Omit<Call, 'body'>): Call | undefined =>
  accepted.get(run)?.get(senderOf(call))

/** Sends a request again that the target accepted before; `undefined` if it has accepted none. */
type Again = () => Promise<HttpResponse | undefined>

/**
 * Blocks the check if a target refuses a correct request because a quota is used up: it then refuses a previously accepted request in the
 * same words. The document leaves such limits open. A 409 means that the request itself is known.
 */
export const unlessLimited = async (refusal: HttpResponse, what: string, again: Again): Promise<void> => {
  if (!isClientError(refusal) || refusal.status === 409 || hasDocumentedCode(refusal)) return
  const response = await again()
  if (response === undefined || isSuccess(response)) return
  if (response.status !== refusal.status || codeOf(response) !== codeOf(refusal)) return
  blocked(
    `the target refuses ${what} with ${summary(refusal)}, and a request that it accepted before as well: it accepts no more. Lift its limits for the run, or give --max-rps`,
  )
}
