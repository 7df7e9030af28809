import type { RecordedRequest } from '../../harness/counterpart.ts'
import type { Evidence, Exchange } from '../../harness/http/exchange.ts'
import { evidenceBody } from '../../harness/http/exchange.ts'

/**
 * Returns a function that writes a request to the counterpart into the evidence, at its first call only, and returns its id. `isUnasked`:
 * no check expected it.
 */
export const createInboundEvidence = (
  evidence: Evidence,
  publicUrl: string,
): ((request: RecordedRequest, isUnasked?: boolean) => string) => {
  const ids = new WeakMap<RecordedRequest, string>()
  let count = 0
  return (request, isUnasked = false) => {
    const known = ids.get(request)
    if (known !== undefined) return known
    count += 1
    const id = `${evidence.prefix ?? ''}r${count}`
    ids.set(request, id)
    const exchange: Exchange = {
      id,
      check: '',
      direction: 'received',
      at: new Date(request.receivedAt).toISOString(),
      ms: 0,
      request: {
        method: request.method,
        url: new URL(publicUrl).origin + request.path,
        headers: pairs(request.rawHeaders),
        ...evidenceBody(Buffer.from(request.body)),
      },
      ...(request.responseStatus === undefined
        ? {}
        : { response: { status: request.responseStatus, headers: [], bodyBytes: 0 } }),
    }
    void evidence.write(exchange, isUnasked)
    return id
  }
}

const pairs = (raw: readonly string[]): [string, string][] =>
  raw.flatMap((name, i): [string, string][] => (i % 2 === 0 ? [[name, raw[i + 1] ?? '']] : []))
