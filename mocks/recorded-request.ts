import type { RecordedRequest, RequestKind } from '../harness/counterpart.ts'
import { inflate } from '../harness/http/content-codings.ts'
import { requestLimits, unreadRequest } from '../harness/http/limits.ts'
import { isNestedTooDeep, isObject, jsonIn } from '../protocol/json/json.ts'
import type { RawRequest } from './raw-request.ts'

/** How many bytes of a body are kept. */
export const bodyBytes = requestLimits.json.most

const longestName = 512

/** Makes the record of a request, with the content codings of its body undone. Never throws, whatever the target sent. */
export const recordedRequest = (
  rawRequest: RawRequest,
  purpose: { kind: RequestKind; ocid?: number },
): RecordedRequest => {
  const at = performance.now()
  const headers = joined(rawRequest.rawHeaders)
  const { bytes, beyond } = inflate(rawRequest.bytes, headers['content-encoding'] ?? '', bodyBytes)
  const text = Buffer.from(bytes).toString('utf8')
  const json = jsonIn(text)
  const isCut = bytes.length > bodyBytes
  const exceeded = isCut || beyond === 'inflated' ? 'json' : isNestedTooDeep(text) ? 'depth' : beyond
  return {
    at,
    receivedAt: performance.timeOrigin + at,
    method: rawRequest.method,
    path: rawRequest.path,
    headers,
    rawHeaders: rawRequest.rawHeaders,
    body: isCut ? Buffer.from(bytes.subarray(0, bodyBytes)).toString('utf8') : text,
    ...(json !== undefined && !isCut && { json }),
    ...(exceeded && { beyond: unreadRequest(exceeded) }),
    ...purpose,
    ...transactionNames(json),
  }
}

const joined = (rawHeaders: string[]): Record<string, string> => {
  const headers = new Headers()
  for (let i = 0; i + 1 < rawHeaders.length; i += 2) headers.append(rawHeaders[i] ?? '', rawHeaders[i + 1] ?? '')
  return Object.fromEntries(headers)
}

const isName = (value: unknown): value is string => typeof value === 'string' && value.length <= longestName

const transactionNames = (body: unknown): { reference?: string; txid?: string } => {
  const proof = isObject(body) ? body.proof : undefined
  if (!isObject(proof)) return {}
  const reference = isObject(proof.to) ? proof.to.reference : undefined
  return { ...(isName(reference) && { reference }), ...(isName(proof.txid) && { txid: proof.txid }) }
}
