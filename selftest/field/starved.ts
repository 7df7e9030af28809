import { type ChildProcess, execFile, fork, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { constants, getPriority, setPriority, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Role } from '../../protocol/operations.ts'
import { freePort } from '../../sandbox/free-port.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Certified } from '../certify.ts'
import { startRole } from '../crash/role-process.ts'

/** A process runs for 10 of every 100 ms, and is stopped for the rest. */
const [runsMs, stoppedMs] = [10, 90]

/** The default OCIDs of the sandbox. */
const ocids: Readonly<Record<Role, string>> = { gateway: '1001', merchant: '1002', kyc: '1003' }

/** The number of processes that keep the processors busy beside starved runs. */
const busyProcesses = 30

const program = fileURLToPath(new URL('../../bin.ts', import.meta.url))

/** Starts processes that keep the processors busy; returns a function that ends them. */
export const startBusy = (count: number): (() => void) => {
  const busy = Array.from({ length: count }, () => fork(new URL('../campaigns/field/busy.ts', import.meta.url)))
  return () => busy.forEach(child => void child.kill('SIGKILL'))
}

let runs = 0
let stopBusy: (() => void) | undefined

/** Keeps the processors busy until every run of this process has ended. */
const besideBusy = async <T>(count: number, run: () => Promise<T>): Promise<T> => {
  runs += 1
  stopBusy ??= startBusy(count)
  try {
    return await run()
  } finally {
    runs -= 1
    if (runs === 0) {
      stopBusy()
      stopBusy = undefined
    }
  }
}

/** Stops and continues processes repeatedly until the signal aborts; then they continue. */
const starve = async (pids: readonly number[], signal: AbortSignal): Promise<void> => {
  const send = (name: 'SIGSTOP' | 'SIGCONT') => {
    for (const pid of pids) if (isAlive(pid)) process.kill(pid, name)
  }
  while (!signal.aborted) {
    send('SIGSTOP')
    await pause(stoppedMs)
    send('SIGCONT')
    await pause(runsMs)
  }
}

const isAlive = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

/** Raises the priority of this process above the others, where that is allowed; returns the wrapper that sets a child's back. */
const goFirst = (): string[] => {
  try {
    setPriority(constants.priority.PRIORITY_HIGH)
  } catch {
    // Only a privileged user may; without it, the 10 ms are less exact.
  }
  return ['nice', '-n', String(-getPriority())]
}

type Starved = Pick<RunSettings, 'seed' | 'depth'> & { busy?: number }

/**
 * Certifies the reference as its operator would, with target and harness in separate processes that get little CPU time. Throws if the
 * harness leaves no report.
 */
export const certifyStarved = async (
  role: Role,
  { seed, depth, busy = busyProcesses }: Starved,
): Promise<Certified> => {
  const through = goFirst()
  const folder = await mkdtemp(join(tmpdir(), 'oc-starved-'))
  const listen = `127.0.0.1:${await freePort()}`
  const port = await freePort()
  await promisify(execFile)(process.execPath, [
    ...[program, 'init', `http://127.0.0.1:${port}`, '--role', role, '--ocid', ocids[role]],
    ...['--listen', listen, '--dir', folder],
  ])
  const target = startRole({
    role,
    folder: join(folder, 'state'),
    provisioning: join(folder, 'provisioning.json'),
    port,
    through,
  })
  try {
    await target.ready
    const [command = '', ...argv] = [...through, process.execPath, program, 'run']
    const options = ['--depth', depth, '--seed', String(seed), '--report', join(folder, 'report')]
    const harness = spawn(command, [...argv, ...options], { cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
    const exitCode = await besideBusy(busy, () => runStarved(harness, target.pid))
    const report = JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8')) as Report
    return { report, exitCode }
  } finally {
    await target.kill()
    await rm(folder, { recursive: true, force: true })
  }
}

/** Starves the harness together with the target until it ends; returns its exit code. */
const runStarved = async (harness: ChildProcess, target: number): Promise<number> => {
  const over = new AbortController()
  const starving = starve([target, harness.pid ?? 0], over.signal)
  try {
    const [exitCode] = (await once(harness, 'exit')) as [number | null]
    return exitCode ?? 4
  } finally {
    over.abort()
    await starving
  }
}
