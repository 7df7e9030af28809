import { jsonIn } from '../../../protocol/json/json.ts'
import type { Report } from '../../../schemas/messages.ts'
import { isExchangeOf } from '../signed-payload.ts'
import { dialectOf } from './dialect.ts'

/** Searches an evidence file that is read in chunks, in order. `fault`: what was not found by its end. */
type Search = { read: (chunk: Buffer) => void; fault: () => string | undefined }

/**
 * Searches for the link between evidence and a challenge: a name that contains it, so that the evidence of another run does not pass, and
 * the exchange with the target's signature.
 */
export const searchFor = (report: Report): Search => {
  const { challenge } = report
  const { signed } = challenge ?? {}
  if (challenge === undefined || signed === undefined) return { read: () => undefined, fault: () => undefined }
  const name = textSearch(`-${challenge.value}-`)
  const line = lineSearch(`{"id":${JSON.stringify(signed.exchange)},`)
  return {
    read: chunk => {
      name.read(chunk)
      line.read(chunk)
    },
    fault: () => {
      if (!name.isFound()) return 'It is from another run: no name in the evidence contains it.'
      const exchange = jsonIn(line.found() ?? '')
      const isThere = exchange !== undefined && isExchangeOf(exchange, signed, dialectOf(report))
      return isThere
        ? undefined
        : 'The document that the target signed is not in the exchange of the evidence that the report names.'
    },
  }
}

/** Searches for an ASCII text. */
const textSearch = (text: string) => {
  let found = false
  let end = ''
  return {
    read: (chunk: Buffer) => {
      if (found) return
      const window = end + chunk.toString('latin1')
      found = window.includes(text)
      end = window.slice(1 - text.length)
    },
    isFound: () => found,
  }
}

/** How many bytes of a line are kept; an exchange with a signed payload is far shorter. */
const longestLine = 16 * 1_048_576

/** Searches for the line that begins with a string. */
const lineSearch = (start: string) => {
  const wanted = Buffer.from(start)
  let found: string | undefined
  let parts: Buffer[] = []
  let size = 0
  let isOther = false
  const keep = (part: Buffer) => {
    if (isOther) return
    const seen = size
    parts.push(part)
    size += part.length
    const isHeadNew = seen < wanted.length
    const differs = isHeadNew && !wanted.subarray(0, size).equals(Buffer.concat(parts).subarray(0, wanted.length))
    if (!differs && size <= longestLine) return
    isOther = true
    parts = []
  }
  const end = () => {
    if (!isOther && size > wanted.length) found = Buffer.concat(parts).toString()
    parts = []
    size = 0
    isOther = false
  }
  const read = (chunk: Buffer) => {
    for (let from = 0; found === undefined && from < chunk.length; ) {
      const at = chunk.indexOf(0x0a, from)
      keep(chunk.subarray(from, at < 0 ? chunk.length : at))
      if (at < 0) return
      end()
      from = at + 1
    }
  }
  return { read, found: () => found }
}
