import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { concurrency } from '../engine/open-run.ts'
import { certify } from '../engine/run.ts'
import type { Exchange } from '../harness/http/exchange.ts'
import { checksOf } from '../suites/index.ts'
import { print } from './measure.ts'
import type { Sent } from './profile/critical-path.ts'
import { leastMs } from './profile/least-time.ts'
import { serveGateway } from './served.ts'

/**
 * Certifies the reference gateway as if it were far away, and compares the time of its checks with their critical path, which it reads
 * off the evidence. `node bench/far.ts [--latency MS]`.
 */
const { values } = parseArgs({ options: { latency: { type: 'string', default: '100' } } })
const latencyMs = Number(values.latency)

const sentIn = async (file: string): Promise<Sent[]> =>
  (await readFile(file, 'utf8'))
    .trimEnd()
    .split('\n')
    .map(line => JSON.parse(line) as Exchange)
    .filter(({ direction, check }) => direction === 'sent' && check.includes('/'))
    .map(({ check, at, ms, request }) => ({
      check,
      what: request.method,
      from: Date.parse(at),
      until: Date.parse(at) + ms,
    }))

const alone = new Set(
  checksOf('gateway')
    .filter(check => check.alone || check.last || check.hangs)
    .map(({ id }) => id),
)

const served = await serveGateway({ latencyMs })
try {
  const { report } = await certify(served.settings, { signal: new AbortController().signal })
  const sent = await sentIn(join(served.settings.reportDir, 'exchanges.ndjson'))
  const tookMs = Math.max(...sent.map(({ until }) => until)) - Math.min(...sent.map(({ from }) => from))
  const least = leastMs(sent, { alone, latencyMs, concurrency })
  const blocked = report.checks.filter(({ verdict }) => verdict === 'blocked')
  print([
    ['verdict', report.verdict],
    ['requests of checks', sent.length],
    ['checks that are blocked', blocked.length],
    ['seconds of the checks', tookMs / 1_000],
    ['their critical path, seconds', least / 1_000],
    ['checks / critical path', tookMs / least],
  ])
} finally {
  await served.close()
}
