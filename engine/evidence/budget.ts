import type { Exchange } from '../../harness/http/exchange.ts'
import { present } from '../../protocol/time.ts'

const mebibyte = 1_048_576

/**
 * Maximum size of a run's evidence, in bytes: whole lines, and pictures. Beyond `bodies`, only request and status lines with the first
 * headers are kept. `unasked`: the limit for requests that no check expected, which strangers may have sent.
 */
const evidenceLimits = { total: 128 * mebibyte, bodies: 96 * mebibyte, unasked: 16 * mebibyte }

/** Space for the line that counts the omitted exchanges. */
const lastLine = 1_024

/** How many characters are kept of the headers of a message without its body, and of a canonical text. */
const keptOfHead = 4_096

/** How many exchanges were omitted. */
export type Omitted = { sent: number; received: number }

/** Keeps the evidence of a run within its limits. */
export type Budget = {
  /** Returns the line to keep of an exchange: the whole line, or one without bodies; `undefined` if it is omitted. `write` makes a line. */
  lineOf(exchange: Exchange, isUnasked: boolean, write: (exchange: Exchange) => string): string | undefined
  /** Reserves bytes for something else, such as a picture; returns whether there was room. */
  take(bytes: number): boolean
  /** What was omitted; `undefined` if nothing was. */
  readonly omitted: Omitted | undefined
}

/** Creates the budget of a run whose evidence already has this many bytes. */
export const createBudget = (used = 0, limits = evidenceLimits): Budget => {
  const omitted = { sent: 0, received: 0 }
  let unasked = 0
  const take = (bytes: number, most = limits.total): boolean => {
    if (used + bytes > most - lastLine) return false
    used += bytes
    return true
  }
  const takeLine = (line: string, isUnasked: boolean, most: number): string | undefined => {
    const bytes = Buffer.byteLength(line)
    const share = limits.unasked * (most / limits.total)
    if (isUnasked && unasked + bytes > share) return undefined
    if (!take(bytes, most)) return undefined
    if (isUnasked) unasked += bytes
    return line
  }
  return {
    lineOf: (exchange, isUnasked, write) => {
      const whole = used < limits.bodies ? takeLine(write(exchange), isUnasked, limits.bodies) : undefined
      const line = whole ?? takeLine(write(headOf(exchange)), isUnasked, limits.total)
      if (line === undefined) omitted[exchange.direction] += 1
      return line
    },
    take: bytes => take(bytes),
    get omitted() {
      return omitted.sent + omitted.received === 0 ? undefined : omitted
    },
  }
}

type Headers = Exchange['request']['headers']

const firstHeaders = (headers: Headers): Headers => {
  let length = 0
  const kept = headers.filter(([name, value]) => {
    length += name.length + value.length
    return length <= keptOfHead
  })
  return kept.length === headers.length
    ? kept
    : [...kept, ['…', `${headers.length - kept.length} headers are left out`]]
}

/** Returns an exchange without bodies and long canonical texts, with only its first headers. */
const headOf = ({ signed, request, response, ...exchange }: Exchange): Exchange => {
  const { body: _sent, ...asked } = request
  const texts = signed?.filter(({ canonical }) => canonical.length <= keptOfHead)
  return {
    ...exchange,
    request: { ...asked, url: asked.url.slice(0, keptOfHead), headers: firstHeaders(asked.headers) },
    ...(response ? { response: headOfResponse(response) } : {}),
    ...(texts && texts.length > 0 ? { signed: texts } : {}),
  }
}

const headOfResponse = ({
  body: _body,
  ...head
}: NonNullable<Exchange['response']>): NonNullable<Exchange['response']> => ({
  ...head,
  headers: firstHeaders(head.headers),
})

/** Returns the last line of incomplete evidence. */
export const omittedLine = (omitted: Omitted): Exchange => ({
  id: 'omitted',
  check: '',
  direction: 'received',
  at: present().toISOString(),
  ms: 0,
  request: { method: '', url: '', headers: [], bodyBytes: 0 },
  omitted,
})
