import { requestLimits } from '../harness/http/limits.ts'

/**
 * A request as it arrived, with the parts that a fetch `Request` cannot carry: raw header lines, and the path on the request
 * line.
 */
export type RawRequest = {
  method: string
  /** The path on the request line, `?query` included; of an absolute address of the counterpart only that. */
  path: string
  /** Alternating names and values, with order, case and duplicates as sent. */
  rawHeaders: string[]
  /** At most `keptBytes`. */
  bytes: Uint8Array
}

/** How many bytes of a body are kept; the rest is read and discarded. */
export const keptBytes = 1024 * 1024

/** Maximum number of bytes of a body that are read. */
export const readBytes = requestLimits.body.most

const rawRequests = new WeakMap<Request, RawRequest>()

/** Attaches the raw request to the request that the handlers see, and returns the latter. */
export const attachRawRequest = (request: Request, rawRequest: RawRequest): Request => {
  rawRequests.set(request, rawRequest)
  return request
}

/** Returns the raw request of a request; in process, without a connection, derives it from the request. */
export const rawRequestOf = async (request: Request): Promise<RawRequest> =>
  rawRequests.get(request) ?? {
    method: request.method,
    path: request.url.slice(new URL(request.url).origin.length),
    rawHeaders: [...request.headers].flat(),
    bytes: await readBounded(request.body, keptBytes),
  }

/** Reads a body to its end and returns the first `keep` bytes. Throws a RangeError if it exceeds `readBytes`. */
export const readBounded = async (source: AsyncIterable<Uint8Array> | null, keep: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let kept = 0
  let read = 0
  for await (const chunk of source ?? []) {
    read += chunk.length
    if (read > readBytes) throw new RangeError('The body is too large to read')
    if (kept >= keep) continue
    chunks.push(chunk.subarray(0, keep - kept))
    kept += Math.min(chunk.length, keep - kept)
  }
  return Buffer.concat(chunks)
}
