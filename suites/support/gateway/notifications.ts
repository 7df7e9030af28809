import { type CheckContext, patienceMs } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'

/** A proof as the target sent it, and the value in place of its signature. */
export type ReceivedProof = { proof: JsonObject; signature: Json | undefined }

/**
 * Waits for requests about a transaction, at any address and in any shape, which NOTIFY-01 judges. `identifiers`: texts that
 * belong to this transaction alone. Heading: Events.
 */
export const waitForNotifications = (
  context: CheckContext,
  identifiers: readonly string[],
  { count = 1, timeoutMs = patienceMs }: { count?: number; timeoutMs?: number } = {},
): Promise<RecordedRequest[]> => {
  const known = identifiers.filter(identifier => identifier !== '')
  const isAboutTransaction = ({ kind, body, path }: RecordedRequest) =>
    (kind === 'notification' || kind === 'other') &&
    known.some(identifier => isNamedIn(body, identifier) || isNamedIn(path, identifier))
  return context.journal.wait(isAboutTransaction, { count, timeoutMs, signal: context.signal })
}

/** Whether a text names an identifier; `order-1f2e-12` is not named by `order-1f2e-120`. */
export const isNamedIn = (text: string, identifier: string): boolean =>
  text.split(identifier).some((part, at) => at > 0 && !/^\d/.test(part))

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
