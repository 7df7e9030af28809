import type { CheckContext } from '../../../../harness/context.ts'
import type { RecordedRequest, RequestFilter } from '../../../../harness/counterpart.ts'
import { isObject, type Json, type JsonObject } from '../../../../protocol/json/json.ts'

/** A proof as the target sent it, and its signature or whatever is in its place. */
export type ReceivedProof = { proof: JsonObject; signature: Json | undefined }

/**
 * Waits for requests about a transaction, at any address and in any shape, which NOTIFY-01 judges: until they arrive, or for `ms`
 * only. `identifiers`: texts that belong only to this transaction. Heading: Events.
 */
export const waitForNotifications = (
  context: CheckContext,
  identifiers: readonly string[],
  { count = 1, ms }: { count?: number; ms?: number } = {},
): Promise<RecordedRequest[]> => {
  const isAbout = isAboutTransaction(identifiers)
  return ms === undefined ? context.awaitRequests(isAbout, count) : context.requestsWithin(ms, isAbout, count)
}

/** Returns the requests about a transaction received so far. */
export const notificationsSoFar = (context: CheckContext, identifiers: readonly string[]): RecordedRequest[] =>
  context.requestsSoFar(isAboutTransaction(identifiers))

/** Returns whether a request mentions something of this run: anyone may send requests to the counterpart. */
export const isOfRun = ({ run }: Pick<CheckContext, 'run'>, { path, body, txid }: RecordedRequest): boolean =>
  `${path}${body}`.toLowerCase().includes(run.mark) || (txid !== undefined && run.seen.hasResult(txid))

/** Returns the filter for the requests about a transaction. */
export const isAboutTransaction = (identifiers: readonly string[]): RequestFilter => {
  const known = identifiers.filter(identifier => identifier !== '')
  return request =>
    (request.kind === 'notification' || request.kind === 'other') &&
    known.some(identifier => isNamedIn(request.path, identifier) || isNamedInBody(request, identifier))
}

/** Searches the text of the body and, if that has escapes, also the unescaped values: a writer may escape any character. */
const isNamedInBody = ({ body, json }: RecordedRequest, identifier: string): boolean =>
  isNamedIn(body, identifier) ||
  (json !== undefined &&
    body.includes('\\') &&
    isNamedIn(JSON.stringify(json), JSON.stringify(identifier).slice(1, -1)))

/** Returns whether a string contains an identifier; `order-1f2e-120` does not contain `order-1f2e-12`. */
export const isNamedIn = (text: string, identifier: string): boolean =>
  // Every request of a run is tested for every transaction, and mentions few of them.
  text.includes(identifier) && text.split(identifier).some((part, at) => at > 0 && !/^\d/.test(part))

/** Returns the proof in a notification, even if it is wrapped in another object, or bare. */
export const proofIn = ({ json }: Pick<RecordedRequest, 'json'>): ReceivedProof | undefined => {
  if (!isObject(json)) return undefined
  const signed = [json, ...Object.values(json)].find(value => isObject(value) && isObject(value.proof))
  if (isObject(signed) && isObject(signed.proof)) return { proof: signed.proof, signature: signed.signature }
  return typeof json.txid === 'string' ? { proof: json, signature: undefined } : undefined
}

/** Returns the txids in notifications. */
export const txidsIn = (notifications: readonly RecordedRequest[]): Set<unknown> =>
  new Set(notifications.map(notification => proofIn(notification)?.proof.txid))
