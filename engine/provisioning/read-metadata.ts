import { Agent } from 'undici'
import { throughProxy } from '../../harness/http/forward-proxy.ts'
import { responseLimits } from '../../harness/http/limits.ts'
import { readBody } from '../../harness/http/response.ts'
import { exchange, type Received } from '../../harness/http/transport.ts'
import { joinPath } from '../../protocol/base-url.ts'
import type { Json } from '../../protocol/json/json.ts'
import { UsageError } from '../settings/usage-error.ts'

/**
 * Reads the metadata document below a base address with one GET, within the limits of a run, without following redirects.
 * Throws UsageError if it cannot be read. Heading: GET /metadata.json.
 */
export const readMetadata = async (baseUrl: string, timeoutMs = 10_000): Promise<Json> => {
  const url = joinPath(baseUrl, '/metadata.json')
  const received = await read(new URL(url), timeoutMs)
  const { json } = readBody(received.bytes)
  if (json !== undefined && received.status === 200 && !received.silence) return json
  throw new UsageError(`${url} cannot be read: ${reasonOf(received)}.`, 'Give --role and --ocid instead.')
}

const read = async ({ origin, pathname, search }: URL, timeoutMs: number): Promise<Received> => {
  const agent = new Agent({ allowH2: false, maxHeaderSize: responseLimits.headers.most, connect: throughProxy() })
  const accept: [string, string] = ['accept', 'application/json']
  try {
    const request = { method: 'GET', origin, path: pathname + search, headers: [accept] }
    const signal = new AbortController().signal
    return await exchange(agent, request, { timeoutMs, signal, maxBytes: responseLimits.body.most })
  } finally {
    await agent.destroy()
  }
}

const reasonOf = ({ silence, status }: Received): string => {
  if (silence) return silence.message
  return status === 200 ? 'it is not JSON' : `it answers ${status}`
}
