import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { certify } from '../engine/run.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import { median } from './measure.ts'

/**
 * Certifies the bundled reference with forms and with a browser, in turn, and prints the medians of their seconds:
 * `node bench/pages.ts [--rounds N] [--only PART]`. CPU time covers all processes, the browser's included. Linux only.
 */
const { values } = parseArgs({
  options: {
    rounds: { type: 'string', default: '3' },
    only: { type: 'string', default: '' },
    certify: { type: 'string' },
  },
})

type Depth = 'quick' | 'standard'
type Driver = 'forms' | 'browser'
type Job = { role: 'gateway' | 'kyc'; depth: Depth; driver: Driver; reportDir: string }

const jobs = (['gateway', 'kyc'] as const).flatMap(role =>
  (['quick', 'standard'] as const).map(depth => ({ role, depth })),
)

/** Certifies the reference once, in this process. */
const certifyOnce = async ({ role, depth, driver, reportDir }: Job): Promise<void> => {
  const pages = { checkout: { driver }, consent: { driver } }
  const settings = { ...plainSettings, reference: role, depth, pages, reportDir }
  const { report } = await certify(settings, { signal: new AbortController().signal })
  if (report.verdict !== 'conformant') throw new Error(`${role}, ${depth}, ${driver}: ${report.verdict}`)
}

const ticksPerSecond = 100

/** Adds up the CPU time of a process and its descendants while they run, since a browser's processes end up as orphans. */
const watchCpu = (root: number): (() => number) => {
  const ticks = new Map<string, number>()
  const look = () => {
    const all = readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(statOf)
    const below = new Set([root])
    for (const { pid, parent } of all.toSorted((a, b) => a.pid - b.pid)) if (below.has(parent)) below.add(pid)
    for (const { pid, began, used } of all) if (below.has(pid)) ticks.set(`${pid} ${began}`, used)
  }
  const timer = setInterval(look, 50)
  return () => {
    clearInterval(timer)
    return [...ticks.values()].reduce((sum, used) => sum + used, 0) / ticksPerSecond
  }
}

/** Reads proc(5): the parent of a process, its CPU time, and when it began. */
const statOf = (pid: string): { pid: number; parent: number; began: string; used: number }[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const [parent = 0, user = 0, system = 0] = [fields[1], fields[11], fields[12]].map(Number)
    return [{ pid: Number(pid), parent, began: fields[19] ?? '', used: user + system }]
  } catch {
    // It has ended since the folder was read.
    return []
  }
}

type Seconds = { wall: number; cpu: number }

const measure = async (job: Omit<Job, 'reportDir'>): Promise<Seconds> => {
  const reportDir = mkdtempSync(join(tmpdir(), 'oc-conformance-pages-'))
  try {
    const began = performance.now()
    const argument = JSON.stringify({ ...job, reportDir })
    const child = spawn(process.execPath, [fileURLToPath(import.meta.url), '--certify', argument], { stdio: 'inherit' })
    const cpu = watchCpu(child.pid ?? 0)
    const [code] = await once(child, 'exit')
    const seconds = { wall: (performance.now() - began) / 1_000, cpu: cpu() }
    if (code !== 0) throw new Error(`a run ended with ${code}`)
    return seconds
  } finally {
    rmSync(reportDir, { recursive: true, force: true })
  }
}

const compare = async (job: Pick<Job, 'role' | 'depth'>): Promise<string[]> => {
  const forms: Seconds[] = []
  const browser: Seconds[] = []
  for (let round = 0; round < Number(values.rounds); round++) {
    forms.push(await measure({ ...job, driver: 'forms' }))
    browser.push(await measure({ ...job, driver: 'browser' }))
  }
  return (['wall', 'cpu'] as const).flatMap(what => {
    const [least, most] = [forms, browser].map(each => median(each.map(seconds => seconds[what])))
    return [least, most, (most ?? 0) / (least ?? 1)].map(figure => (figure ?? 0).toFixed(1))
  })
}

const compareAll = async (): Promise<void> => {
  console.log(
    '| | forms, s | browser, s | ratio | forms, CPU s | browser, CPU s | ratio |\n|---|--:|--:|--:|--:|--:|--:|',
  )
  for (const job of jobs) {
    const name = `${job.role}, ${job.depth}`
    if (name.includes(values.only)) console.log(`| ${[name, ...(await compare(job))].join(' | ')} |`)
  }
}

await (values.certify === undefined ? compareAll() : certifyOnce(JSON.parse(values.certify) as Job))
