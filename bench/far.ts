import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { concurrency } from '../engine/open-client.ts'
import { certify } from '../engine/run.ts'
import { oneOf, readOption } from '../engine/settings/options/readers.ts'
import type { Exchange } from '../harness/http/exchange.ts'
import { checksOf } from '../suites/index.ts'
import { print } from './measure.ts'
import type { Sent } from './profile/critical-path.ts'
import { leastMs, longestChain, type Stage } from './profile/least-time.ts'
import { serveRole } from './served.ts'

/**
 * Certifies the reference as if it were far away, and compares the duration of the run with its critical path, computed from the
 * evidence. `node bench/far.ts [--latency MS] [--role ROLE] [--depth DEPTH]`.
 */
const { values } = parseArgs({
  options: {
    latency: { type: 'string', default: '100' },
    role: { type: 'string', default: 'gateway' },
    depth: { type: 'string', default: 'standard' },
  },
})
const latencyMs = Number(values.latency)
const role = readOption(oneOf('gateway', 'merchant', 'kyc'), values.role, '--role')
const depth = readOption(oneOf('quick', 'standard', 'thorough'), values.depth, '--depth')

const sentIn = async (file: string): Promise<Sent[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Exchange)
    .filter(({ direction }) => direction === 'sent')
    .map(({ check, at, ms, request }) => ({
      check,
      what: request.method,
      from: Date.parse(at),
      until: Date.parse(at) + ms,
    }))

const stages = new Map<string, Stage>(
  checksOf(role).map(({ id, alone, last, hangs }) => [id, hangs ? 'hangs' : alone || last ? 'alone' : 'together']),
)
const stageOf = (check: string): Stage =>
  stages.get(check) ?? (check.startsWith('settle/') ? 'return' : check.includes('/') ? 'together' : 'preflight')

const seconds = (ms: number): string => (ms / 1_000).toFixed(1)

/** Prints when the concurrent checks ended, latest first. */
const printLast = (sent: readonly Sent[], began: number): void => {
  const together = sent.filter(({ check }) => stageOf(check) === 'together')
  const ends = [...Map.groupBy(together, ({ check }) => check)].map(([check, requests]) => ({
    check,
    from: Math.min(...requests.map(({ from }) => from)) - began,
    until: Math.max(...requests.map(({ until }) => until)) - began,
    chain: longestChain(requests),
  }))
  console.log('\nlast of the concurrent checks: seconds, requests in sequence')
  for (const { check, from, until, chain } of ends.toSorted((a, b) => b.until - a.until).slice(0, 6))
    console.log(`${seconds(from)} to ${seconds(until)}  ${String(chain).padStart(4)}  ${check}`)
}

/** A run is divided into this many parts; the requests in flight are printed for each. */
const parts = 20

const printInFlight = (sent: readonly Sent[], began: number, tookMs: number): void => {
  const partMs = tookMs / parts
  const inFlight = Array.from({ length: parts }, (_, part) => {
    const start = began + part * partMs
    const within = ({ from, until }: Sent) => Math.max(0, Math.min(until, start + partMs) - Math.max(from, start))
    return sent.reduce((sum, request) => sum + within(request), 0) / partMs
  })
  console.log(`\nrequests in flight, every ${seconds(partMs)} s: ${inFlight.map(count => count.toFixed(0)).join(' ')}`)
}

const served = await serveRole(role, { latencyMs, depth })
try {
  const { report } = await certify(served.settings, { signal: new AbortController().signal })
  const sent = await sentIn(join(served.settings.reportDir, 'exchanges.ndjson'))
  const began = Math.min(...sent.map(({ from }) => from))
  const tookMs = Math.max(...sent.map(({ until }) => until)) - began
  const least = leastMs(sent, { stageOf, latencyMs, concurrency })
  const blocked = report.checks.filter(({ verdict }) => verdict === 'blocked')
  print([
    ['verdict', report.verdict],
    ['requests', sent.length],
    ['checks that are blocked', blocked.length],
    ['milliseconds per request', sent.reduce((sum, { from, until }) => sum + until - from, 0) / sent.length],
    ['seconds from the first request to the last', tookMs / 1_000],
    ['their critical path, seconds', least / 1_000],
    ['run / critical path', tookMs / least],
  ])
  printLast(sent, began)
  printInFlight(sent, began, tookMs)
} finally {
  await served.close()
}
