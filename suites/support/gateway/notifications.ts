import { type CheckContext, patienceMs } from '../../../harness/context.ts'
import type { RecordedRequest } from '../../../harness/counterpart.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'

/** A proof as it was sent, and what came as its signature. */
export type SignedProof = { proof: JsonObject; signature: Json | undefined }

/**
 * What the target sent about a transaction, wherever and in whatever shape it came: address and shape are NOTIFY-01's
 * affair. `marks`: texts that belong to this transaction alone.
 */
export const deliveries = (
  context: CheckContext,
  marks: readonly string[],
  { count = 1, timeoutMs = patienceMs }: { count?: number; timeoutMs?: number } = {},
): Promise<RecordedRequest[]> => {
  const known = marks.filter(mark => mark !== '')
  const isAbout = ({ kind, body, path }: RecordedRequest) =>
    (kind === 'notification' || kind === 'other') && known.some(mark => body.includes(mark) || path.includes(mark))
  return context.journal.wait(isAbout, { count, timeoutMs, signal: context.signal })
}

/** The proof in a delivery, also where it is wrapped in another object, or bare. */
export const proofIn = ({ json }: Pick<RecordedRequest, 'json'>): SignedProof | undefined => {
  if (!isObject(json)) return undefined
  const found = [json, ...Object.values(json)].find(one => isObject(one) && isObject(one.proof))
  if (isObject(found) && isObject(found.proof)) return { proof: found.proof, signature: found.signature }
  return typeof json.txid === 'string' ? { proof: json, signature: undefined } : undefined
}
