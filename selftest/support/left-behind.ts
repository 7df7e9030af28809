import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A process; `command`: its arguments. */
type Process = { pid: number; parent: number; name: string; command: string }

const processAt = (pid: string): Process[] => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const [state, parent] = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'))
    const command = readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
    // A zombie has ended, and waits for its parent.
    return state === 'Z' ? [] : [{ pid: Number(pid), parent: Number(parent), name, command }]
  } catch {
    // It has ended in the meantime.
    return []
  }
}

/** Returns every process where `/proc` exists; none elsewhere. */
const readProcesses = (): Process[] => {
  try {
    return readdirSync('/proc')
      .filter(name => /^\d+$/.test(name))
      .flatMap(processAt)
  } catch {
    return []
  }
}

/** Returns the processes with a folder in their arguments, and their descendants. */
const processesWith = (folder: string): Process[] => {
  const all = readProcesses()
  const below = (process: Process): Process[] => [
    process,
    ...all.filter(({ parent }) => parent === process.pid).flatMap(below),
  ]
  return all.filter(({ command }) => command.includes(folder)).flatMap(below)
}

/** Milliseconds between two snapshots of the processes. */
const lookMs = 500

const isAlive = ({ pid, name }: Process): boolean => processAt(String(pid)).some(process => process.name === name)

/** Returns the memory of a process in bytes, shared memory included. */
const memoryOf = (pid: number): number => {
  try {
    return 1_024 * Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0)
  } catch {
    return 0
  }
}

/** The remains of a run: processes and temporary files. */
export type LeftBehind = {
  /** Records the processes that run during some work. */
  lookDuring(work: Promise<unknown>): Promise<void>
  /** Returns the number of running processes, their total memory in bytes, and the number of files. */
  size(): { processes: number; bytes: number; files: number }
  /** Returns the noted processes that still run, and the files that are still there. */
  remains(): string[]
  end(): void
}

/** Gives this process a private folder for temporary files, and watches for remains. */
export const watchLeftBehind = (): LeftBehind => {
  const before = process.env.TMPDIR
  const folder = mkdtempSync(join(tmpdir(), 'oc-left-behind-'))
  const seen = new Map<number, Process>()
  process.env.TMPDIR = folder
  const look = () => {
    for (const process of processesWith(folder)) seen.set(process.pid, process)
  }
  return {
    lookDuring: async work => {
      const timer = setInterval(look, lookMs)
      await work.finally(() => clearInterval(timer))
    },
    size: () => {
      look()
      const running = [...seen.values()].filter(isAlive)
      return {
        processes: running.length,
        bytes: running.reduce((sum, { pid }) => sum + memoryOf(pid), 0),
        files: readdirSync(folder, { recursive: true }).length,
      }
    },
    remains: () => {
      look()
      const processes = [...seen.values()].filter(isAlive).map(({ pid, name }) => `process ${pid} ${name}`)
      return [...processes, ...readdirSync(folder).map(name => `file ${name}`)]
    },
    end: () => {
      if (before === undefined) delete process.env.TMPDIR
      else process.env.TMPDIR = before
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
