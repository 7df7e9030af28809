import { createHash } from 'node:crypto'
import { createWriteStream, statSync } from 'node:fs'
import { basename, dirname } from 'node:path'
import type { Evidence, Exchange } from '../../harness/http/exchange.ts'
import { redactorOf } from '../../harness/redaction.ts'
import { redact } from '../../reports/exchange.ts'
import { openToAppend } from '../machine/write-whole.ts'
import { createPaceReader, type Pace } from '../report/pace.ts'
import { openFile } from '../settings/files.ts'
import { UsageError } from '../settings/usage-error.ts'
import { withValues } from '../with-values.ts'
import { createBudget, type Omitted, omittedLine } from './budget.ts'
import { exchangeIn } from './exchange-in.ts'
import { linesOf } from './lines.ts'
import { openPictures } from './pictures.ts'

/** Evidence in a file: one exchange per line, as JSON. `failed`: resolves with the error if it cannot be written. */
export type EvidenceFile = Evidence & { close(): Promise<void>; failed: Promise<Error> }

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
  const budget = createBudget(earlierParts === 0 ? 0 : sizeOf(file))
  const toLine = (exchange: Exchange) => `${oneLine(redact(exchange, clean))}\n`
  return {
    prefix,
    picture: openPictures(dirname(file), prefix, budget.take),
    write: (exchange, isUnasked = false) => {
      const line = budget.lineOf(exchange, isUnasked, toLine)
      return line === undefined ? undefined : lines.write(line)
    },
    close: () => {
      if (budget.omitted) void lines.write(toLine(omittedLine(budget.omitted)))
      return lines.close()
    },
    failed: lines.failed,
  }
}

const sizeOf = (file: string): number => statSync(file, { throwIfNoEntry: false })?.size ?? 0

/** Writers must wait once this many characters are queued. */
const mostWaiting = 1_048_576

/** Lines are written together after this many characters or milliseconds: each write costs as much as a small request. */
const batch = { characters: 65_536, ms: 10 }

/** Writes lines to a file, many at a time. `write` returns a promise if too many wait, and never rejects. */
const openLines = (file: string) => {
  const stream = createWriteStream(file, { fd: openToAppend(file), highWaterMark: mostWaiting })
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

/** Writes JSON on one line, even for readers that treat U+2028 and U+2029 as line ends. */
export const oneLine = (value: unknown): string =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

/** The summary of an evidence file: its digest, the number of requests sent, their pace, and the parts that are left out. */
type EvidenceTotals = { digest: string; requests: number; pace?: Pace; omitted?: Omitted }

/** The position of an exchange in its file, in bytes. */
export type Place = { start: number; length: number }

/** Summarizes an evidence file, and reads its `wanted` exchanges into memory. */
export const readEvidence = async (
  file: string,
  wanted: Pick<ReadonlySet<string>, 'has'>,
  limit?: number,
): Promise<EvidenceTotals & { exchanges: Exchange[] }> => {
  const exchanges: Exchange[] = []
  const keep = (exchange: Exchange) => {
    if (wanted.has(exchange.id)) exchanges.push(exchange)
  }
  const totals = await scanEvidence(file, keep, limit)
  return { ...totals, exchanges }
}

/** The error for a file that was not written by a run, or was changed since. */
const notEvidence = (file: string): UsageError =>
  new UsageError(
    `${basename(file)} is not the evidence of a run: a line of it is not an exchange.`,
    'Was it cut or changed?',
  )

/**
 * Iterates over the exchanges of an evidence file without keeping them; reads at most `limit` bytes. UsageError for a line that is not an
 * exchange.
 */
export const scanEvidence = async (
  file: string,
  onExchange: (exchange: Exchange, place: Place) => void,
  limit = Number.POSITIVE_INFINITY,
): Promise<EvidenceTotals> => {
  const hash = createHash('sha256')
  const reader = createPaceReader()
  const omitted = { sent: 0, received: 0 }
  let requests = 0
  let start = 0
  for await (const line of linesOf(await openFile(file, limit), chunk => hash.update(chunk))) {
    const exchange = exchangeIn(line)
    if (!exchange) throw notEvidence(file)
    const length = Buffer.byteLength(line)
    const place = { start, length }
    start += length + 1
    omitted.sent += exchange.omitted?.sent ?? 0
    omitted.received += exchange.omitted?.received ?? 0
    if (exchange.omitted) continue
    if (exchange.direction === 'sent') requests += 1
    reader.read(exchange)
    onExchange(exchange, place)
  }
  const isWhole = omitted.sent + omitted.received === 0
  const totals = { digest: hash.digest('hex'), requests: requests + omitted.sent }
  return { ...totals, ...withValues({ pace: reader.pace(), omitted: isWhole ? undefined : omitted }) }
}
