import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { dirname } from 'node:path'
import { createInterface } from 'node:readline'
import type { Evidence, Exchange } from '../../harness/http/exchange.ts'
import { redactorOf } from '../../harness/redaction.ts'
import { redact } from '../../reports/exchange.ts'
import { createPaceReader, type Pace } from '../report/pace.ts'
import { withValues } from '../with-values.ts'
import { openPictures } from './pictures.ts'

/** Evidence in a file: one exchange per line, as JSON. `failed`: resolves with the error if it cannot be written. */
export type EvidenceFile = Evidence & { close(): Promise<void>; failed: Promise<Error> }

/** Bytes after which bodies are dropped: a hostile target must not fill the disk. */
const bodyBudget = 128 * 1_048_576

/**
 * Opens exchanges.ndjson for writing; without a file it keeps nothing. `secrets` are redacted. After `earlierParts` of a run it
 * adds to the file, and ids begin with the number of the part.
 */
export const openEvidence = (file: string | undefined, secrets: readonly string[], earlierParts = 0): EvidenceFile => {
  if (file === undefined)
    return { write: () => undefined, close: async () => undefined, failed: Promise.withResolvers<Error>().promise }
  const clean = redactorOf(secrets)
  const lines = openLines(file)
  const prefix = earlierParts === 0 ? '' : `${earlierParts + 1}.`
  let written = 0
  return {
    prefix,
    picture: openPictures(dirname(file), prefix),
    write: exchange => {
      const line = `${oneLine(redact(written > bodyBudget ? headOnly(exchange) : exchange, clean))}\n`
      written += line.length
      return lines.write(line)
    },
    close: lines.close,
    failed: lines.failed,
  }
}

/** Characters of lines that wait to be written, at most, before whoever writes more has to wait. */
const mostWaiting = 1_048_576

/** Characters of lines that are written at once at the latest, and milliseconds: each write costs as much as a small request. */
const batch = { characters: 65_536, ms: 10 }

/** Writes lines to a file, many at once. `write` returns a promise if too many wait, and never rejects. */
const openLines = (file: string) => {
  const stream = createWriteStream(file, { flags: 'a', highWaterMark: mostWaiting })
  const failure = Promise.withResolvers<Error>()
  let failed: Error | undefined
  let room: PromiseWithResolvers<void> | undefined
  const makeRoom = () => {
    room?.resolve()
    room = undefined
  }
  stream.on('drain', makeRoom)
  stream.on('error', error => {
    failed ??= Object.assign(error, { path: file })
    failure.resolve(failed)
    makeRoom()
  })
  let waiting = ''
  let timer: NodeJS.Timeout | undefined
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const text = waiting
    waiting = ''
    if (!failed && text !== '' && !stream.write(text)) room ??= Promise.withResolvers()
  }
  return {
    failed: failure.promise,
    write: (line: string): Promise<void> | undefined => {
      waiting += line
      if (waiting.length >= batch.characters) flush()
      else timer ??= setTimeout(flush, batch.ms)
      return room?.promise
    },
    close: () =>
      new Promise<void>((resolve, reject) => {
        flush()
        if (failed) return reject(failed)
        stream.end((error?: Error | null) => (error ? reject(error) : resolve()))
      }),
  }
}

/** Writes JSON on one line, even for readers that end a line at U+2028 and U+2029. */
export const oneLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const headOnly = (exchange: Exchange): Exchange => {
  const { body: _request, ...request } = exchange.request
  const { body: _response, ...response } = exchange.response ?? { status: 0, headers: [], bodyBytes: 0 }
  return { ...exchange, request, ...(exchange.response ? { response } : {}) }
}

/** What all exchanges of an evidence file show: its digest, the number of requests sent, and their pace. */
type EvidenceTotals = { digest: string; requests: number; pace?: Pace }

/** Where an exchange stands in its file, in bytes. */
export type Place = { start: number; length: number }

/** Reads the evidence file back, and the `wanted` exchanges into memory. */
export const readEvidence = async (
  file: string,
  wanted: Pick<ReadonlySet<string>, 'has'>,
): Promise<EvidenceTotals & { exchanges: Exchange[] }> => {
  const exchanges: Exchange[] = []
  const totals = await scanEvidence(file, exchange => {
    if (wanted.has(exchange.id)) exchanges.push(exchange)
  })
  return { ...totals, exchanges }
}

/** Reads the evidence file back, one exchange after the other, and keeps none. */
export const scanEvidence = async (
  file: string,
  onExchange: (exchange: Exchange, place: Place) => void,
): Promise<EvidenceTotals> => {
  const hash = createHash('sha256')
  const reader = createPaceReader()
  let requests = 0
  let start = 0
  const input = createReadStream(file)
  input.on('data', chunk => hash.update(chunk))
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const exchange = JSON.parse(line) as Exchange
    if (exchange.direction === 'sent') requests += 1
    reader.read(exchange)
    const length = Buffer.byteLength(line)
    onExchange(exchange, { start, length })
    start += length + 1
  }
  return { digest: hash.digest('hex'), requests, ...withValues({ pace: reader.pace() }) }
}
