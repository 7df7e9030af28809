import { createHash } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { createInterface } from 'node:readline'
import type { Evidence, Exchange } from '../harness/http/exchange.ts'
import { redact } from '../reports/exchange.ts'

/** Evidence in a file of exchanges, one line of JSON each. */
export type EvidenceFile = Evidence & { close(): Promise<void> }

/** Bytes after which only heads are kept: a hostile target must not fill the disk. */
const bodyBudget = 128 * 1_048_576

/** Opens exchanges.ndjson for writing; without a file nothing is kept. What is in `secrets` never reaches it. */
export const openEvidence = (file: string | undefined, secrets: readonly string[]): EvidenceFile => {
  if (file === undefined) return { write: () => undefined, close: async () => undefined }
  const stream = createWriteStream(file, { flags: 'w' })
  const broken: Error[] = []
  stream.on('error', error => broken.push(error))
  let written = 0
  return {
    write: exchange => {
      const line = `${oneLine(redact(written > bodyBudget ? headOnly(exchange) : exchange, secrets))}\n`
      written += line.length
      stream.write(line)
    },
    close: () =>
      new Promise((resolve, reject) => {
        if (broken[0]) return reject(broken[0])
        stream.end(() => resolve())
      }),
  }
}

/** JSON on one line, also for readers that end lines at U+2028 and U+2029. */
const oneLine = (value: unknown) =>
  JSON.stringify(value).replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')

const headOnly = (exchange: Exchange): Exchange => {
  const { body: _request, ...request } = exchange.request
  const { body: _response, ...response } = exchange.response ?? { status: 0, headers: [], bodyBytes: 0 }
  return { ...exchange, request, ...(exchange.response ? { response } : {}) }
}

/** What the report says of the evidence: its digest, how many requests were sent, and the exchanges that it shows. */
export const readEvidence = async (
  file: string,
  wanted: ReadonlySet<string>,
): Promise<{ digest: string; requests: number; exchanges: Exchange[] }> => {
  const hash = createHash('sha256')
  const exchanges: Exchange[] = []
  let requests = 0
  const input = createReadStream(file)
  input.on('data', chunk => hash.update(chunk))
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const exchange = JSON.parse(line) as Exchange
    if (exchange.direction === 'sent') requests += 1
    if (wanted.has(exchange.id)) exchanges.push(exchange)
  }
  return { digest: hash.digest('hex'), requests, exchanges }
}
