/** A request as it came: what a fetch `Request` cannot carry (raw header lines, the path as on the request line) included. */
export type RawRequest = {
  method: string
  /** As on the request line, `?query` included. */
  path: string
  /** Names and values in turn, as sent: order, case and duplicates kept. */
  rawHeaders: string[]
  /** At most `keptBytes`. */
  bytes: Uint8Array
}

/** So much of a body is kept; the rest is read and thrown away. */
export const keptBytes = 1024 * 1024

/** A body is not read any further than this. */
export const readBytes = 64 * 1024 * 1024

const arrivals = new WeakMap<Request, RawRequest>()

/** Ties an arrival to the request that the handlers will see. */
export const bring = (request: Request, rawRequest: RawRequest): Request => {
  arrivals.set(request, rawRequest)
  return request
}

/** The arrival of a request; in process, where nothing came over a wire, it is made from the request. */
export const rawRequestOf = async (request: Request): Promise<RawRequest> =>
  arrivals.get(request) ?? {
    method: request.method,
    path: request.url.slice(new URL(request.url).origin.length),
    rawHeaders: [...request.headers].flat(),
    bytes: await readBounded(request.body, keptBytes),
  }

/** Reads a body to its end and keeps the first `keep` bytes. Throws a RangeError where it exceeds `readBytes`. */
export const readBounded = async (source: AsyncIterable<Uint8Array> | null, keep: number): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let kept = 0
  let read = 0
  for await (const chunk of source ?? []) {
    read += chunk.length
    if (read > readBytes) throw new RangeError('The body is too large to be read')
    if (kept >= keep) continue
    chunks.push(chunk.subarray(0, keep - kept))
    kept += Math.min(chunk.length, keep - kept)
  }
  return Buffer.concat(chunks)
}
