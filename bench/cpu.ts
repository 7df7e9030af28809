import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { createInterface } from 'node:readline'
import { parseArgs } from 'node:util'
import { median, print } from './measure.ts'
import { freePort } from './served.ts'

/**
 * Certifies the reference gateway of one or more checkouts in turn, with harness and reference in separate processes, and prints their
 * CPU time per request, start-up and shutdown included. Linux only.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, depth: { type: 'string', default: 'standard' } },
})

const ticksPerSecond = 100

/** Returns the CPU time, in ms, of all child processes that have ended: `cutime` and `cstime` of proc(5). */
const childrenMs = (): number => {
  const stat = readFileSync('/proc/self/stat', 'utf8')
  const [user = 0, system = 0] = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .slice(13, 15)
    .map(Number)
  return ((user + system) * 1_000) / ticksPerSecond
}

/** Waits for a process to end; returns its CPU time in ms. No other child may end in the meantime. */
const cpuOf = async (end: () => Promise<unknown>): Promise<number> => {
  const before = childrenMs()
  await end()
  return childrenMs() - before
}

type Cpu = { harness: number; reference: number }

const ocid = '1001'

/** Certifies the reference of a checkout once; returns ms of CPU per request. */
const certify = async (checkout: string): Promise<Cpu> => {
  const folder = await mkdtemp(join(tmpdir(), 'oc-conformance-cpu-'))
  const start = (...args: string[]) =>
    spawn(process.execPath, [join(checkout, 'bin.ts'), ...args], { cwd: folder, stdio: ['ignore', 'pipe', 'inherit'] })
  const run = async (...args: string[]) => {
    const child = start(...args)
    child.stdout.resume()
    const [code] = await once(child, 'exit')
    if (code !== 0) throw new Error(`${checkout}: ${args[0]} ended with ${code}`)
  }
  try {
    const [port, counterpart] = [await freePort(), await freePort()]
    const url = `http://127.0.0.1:${port}`
    await run('init', url, '--role', 'gateway', '--ocid', ocid, '--listen', `127.0.0.1:${counterpart}`)
    const serve = start(
      'serve',
      'gateway',
      '--provisioning',
      'provisioning.json',
      '--ocid',
      ocid,
      '--port',
      String(port),
    )
    await once(createInterface({ input: serve.stdout }), 'line')
    const harness = await cpuOf(() => run('run', url, '--depth', values.depth, '--seed', '1', '--report', 'report'))
    const ended = once(serve, 'exit')
    serve.kill()
    const reference = await cpuOf(() => ended)
    const { run: head } = JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8'))
    return { harness: harness / head.requests, reference: reference / head.requests }
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

const checkouts = positionals.map(path => resolve(path))
const taken = new Map(checkouts.map(checkout => [checkout, [] as Cpu[]]))
for (let round = 0; round < Number(values.rounds); round++)
  for (const checkout of checkouts) taken.get(checkout)?.push(await certify(checkout))

const [first = '', ...others] = checkouts
const msOf = (checkout: string, side: keyof Cpu): number => median((taken.get(checkout) ?? []).map(cpu => cpu[side]))
for (const side of ['harness', 'reference'] as const)
  print([
    [`${side}, ms of CPU per request: ${basename(first)}`, msOf(first, side)],
    ...others.map((checkout): [string, number, string] => [
      `${side}, ms of CPU per request: ${basename(checkout)}`,
      msOf(checkout, side),
      `${(msOf(checkout, side) / msOf(first, side)).toFixed(2)} of ${basename(first)}`,
    ]),
  ])
