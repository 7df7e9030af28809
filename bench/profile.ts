import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Exchange } from '../harness/http/exchange.ts'
import type { Report } from '../schemas/messages.ts'
import { readProfiles, type Thread, waitingOf, workOf } from './profile/cpu-profile.ts'
import { criticalPath, partsOf, type Sent } from './profile/critical-path.ts'

/**
 * Certifies the reference of one role with V8's profiler in every thread, and prints where the time goes: by phase, by room and package,
 * and along the critical path. `node bench/profile.ts merchant [options of run]`.
 */
const [role = 'gateway', ...options] = process.argv.slice(2)
const program = fileURLToPath(new URL('../bin.ts', import.meta.url))

/** The zero of the monotonic clock, in milliseconds since 1970. */
const epochMs = Date.now() - Number(process.hrtime.bigint()) / 1e6

type Profiled = { began: number; ended: number; report: Report; sent: Sent[]; threads: Thread[] }

const profile = async (folder: string): Promise<Profiled> => {
  const began = Date.now()
  const run = ['run', '--reference', '--role', role, '--environment', 'test', '--seed', '1', '--report', folder]
  const profiler = ['--cpu-prof', '--cpu-prof-interval=500', `--cpu-prof-dir=${folder}`]
  const child = spawn(process.execPath, [...profiler, program, ...run, ...options], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  await once(child, 'exit')
  const ended = Date.now()
  const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8')) as Report
  const lines = (await readFile(join(folder, 'exchanges.ndjson'), 'utf8')).trimEnd().split('\n')
  const exchanges = lines.map(line => JSON.parse(line) as Exchange)
  const sent = exchanges.filter(({ direction }) => direction === 'sent').map(sentOf)
  return { began, ended, report, sent, threads: await readProfiles(folder, epochMs) }
}

const sentOf = ({ check, at, ms, request }: Exchange): Sent => {
  const from = Date.parse(at)
  const what = `${request.method} ${new URL(request.url).pathname.replace(/[^/]*\d[^/]*/g, '*')}`
  return { check, what, from, until: from + ms }
}

type Phase = { name: string; from: number; until: number }

/** Returns the phases of a run in sequence; the checks end with the last request of a check. */
const phasesOf = ({ began, ended, report, sent }: Profiled): Phase[] => {
  const started = Date.parse(report.run.started)
  const checks = sent.filter(({ check }) => check.includes('/'))
  const first = Math.min(...sent.map(({ from }) => from))
  const firstCheck = Math.min(...checks.map(({ from }) => from))
  const lastCheck = Math.max(...checks.map(({ until }) => until))
  const moments = [began, started, first, firstCheck, lastCheck, ended]
  const names = ['start', 'load', 'preflight and discovery', 'checks', 'report']
  return names.map((name, index) => ({ name, from: moments[index] ?? 0, until: moments[index + 1] ?? 0 }))
}

const seconds = (ms: number): string => (ms / 1_000).toFixed(2)

const total = (work: Map<string, number>): number => [...work.values()].reduce((sum, ms) => sum + ms, 0)

const printRows = (head: readonly string[], rows: readonly (readonly string[])[]): void => {
  console.log(`\n| ${head.join(' | ')} |\n|${head.map((_, column) => (column === 0 ? '---|' : '--:|')).join('')}`)
  for (const row of rows) console.log(`| ${row.join(' | ')} |`)
}

const printPhases = (profiled: Profiled): void => {
  const { threads, began, ended } = profiled
  const all = { name: 'all', from: began, until: ended }
  const rows = [...phasesOf(profiled), all].map(({ name, from, until }) => [
    name,
    seconds(until - from),
    ...threads.map(thread => seconds(total(workOf(thread, from, until)))),
    seconds(waitingOf(threads, from, until)),
  ])
  printRows(['phase', 'wall s', ...threads.map(({ name }) => `${name}, CPU s`), 'idle, s'], rows)
}

/** Places with less CPU time than this, in milliseconds, are omitted. */
const leastMs = 50

const printPlaces = ({ threads, began, ended }: Profiled): void => {
  const works = threads.map(thread => workOf(thread, began, ended))
  const places = new Map<string, number>()
  for (const work of works) for (const [where, ms] of work) places.set(where, (places.get(where) ?? 0) + ms)
  const rows = [...places]
    .filter(([, ms]) => ms >= leastMs)
    .toSorted(([, a], [, b]) => b - a)
    .map(([where, ms]) => [where, seconds(ms), ...works.map(work => seconds(work.get(where) ?? 0))])
  printRows(['room/ or package', 'CPU s', ...threads.map(({ name }) => name)], rows)
}

/** Parts of the critical path shorter than this, in milliseconds, share a row. */
const shortMs = 200

const printCriticalPath = ({ sent, report }: Profiled): void => {
  const took = new Map(report.checks.map(check => [check.id, check.seconds ?? 0]))
  const parts = partsOf(criticalPath(sent))
  const long = parts.filter(({ requestMs, waitMs }) => requestMs + waitMs >= shortMs)
  const short = parts.filter(part => !long.includes(part))
  const sum = (of: 'requests' | 'requestMs' | 'waitMs') => short.reduce((all, part) => all + part[of], 0)
  const rows = long.map(({ check, requests, requestMs, waitMs, longest }) => [
    check,
    String(requests),
    seconds(requestMs),
    seconds(waitMs),
    longest === undefined ? '' : `${seconds(longest.ms)} ${longest.what}`,
    seconds((took.get(check) ?? 0) * 1_000),
  ])
  const others = [`${short.length} others`, String(sum('requests')), seconds(sum('requestMs')), seconds(sum('waitMs'))]
  const head = ['critical path', 'requests', 'in them, s', 'between them, s', 'longest wait', 'whole check, s']
  printRows(head, [...rows, [...others, '', '']])
}

const folder = await mkdtemp(join(tmpdir(), 'oc-conformance-profile-'))
try {
  const profiled = await profile(folder)
  const { report } = profiled
  console.log(`${role}: ${report.verdict}, ${report.checks.length} checks, ${report.run.requests} requests`)
  printPhases(profiled)
  printPlaces(profiled)
  printCriticalPath(profiled)
} finally {
  await rm(folder, { recursive: true, force: true })
}
