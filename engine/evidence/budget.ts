import type { Exchange } from '../../harness/http/exchange.ts'
import { present } from '../../protocol/time.ts'

const mebibyte = 1_048_576

/**
 * Most bytes of the evidence of a run: whole lines, and pictures. Beyond `bodies` only heads are kept, with the first headers; of the
 * requests that no check asked for, which strangers may have sent, no more than `unasked`.
 */
const evidenceLimits = { total: 128 * mebibyte, bodies: 96 * mebibyte, unasked: 16 * mebibyte }

/** Room for the line that counts the exchanges that were left out. */
const lastLine = 1_024

/** Characters of the headers of a message without its body, and of a canonical text, that are kept. */
const keptOfHead = 4_096

/** How many exchanges were left out. */
export type Omitted = { sent: number; received: number }

/** Keeps the evidence of a run within its limits. */
export type Budget = {
  /** Returns the line of an exchange as it is kept: whole, or its head; `undefined` if it is left out. `write` makes a line. */
  lineOf(exchange: Exchange, isUnasked: boolean, write: (exchange: Exchange) => string): string | undefined
  /** Takes bytes for something else, such as a picture; returns whether there was room. */
  take(bytes: number): boolean
  /** The parts that were left out; `undefined` if nothing was. */
  readonly omitted: Omitted | undefined
}

/** Creates the budget of a run whose evidence has this many bytes already. */
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

/** Returns an exchange without bodies, with its first headers, and without canonical texts that are long. */
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

/** Returns the last line of an evidence that is not whole. */
export const omittedLine = (omitted: Omitted): Exchange => ({
  id: 'omitted',
  check: '',
  direction: 'received',
  at: present().toISOString(),
  ms: 0,
  request: { method: '', url: '', headers: [], bodyBytes: 0 },
  omitted,
})
