import { randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { lstat, open, readFile, realpath, rename, rm, utimes } from 'node:fs/promises'
import { hostname } from 'node:os'
import { dirname, join } from 'node:path'
import { pause } from '../../harness/pause.ts'
import { present } from '../../protocol/time.ts'
import { UsageError } from '../settings/usage-error.ts'
import { cannotWrite, MachineError } from './machine-error.ts'
import { makeFolder } from './make-folder.ts'

/** The file that keeps a second run out of a folder. A killed run leaves it behind, and the next run takes it over. */
const lockFile = '.oc-conformance.lock'

/** The process that writes into a folder. `machine`: the scope of its process id; `began`: its start time, in the system's own units. */
type Holder = { token: string; pid: number; began: string; machine: string; host: string; since: string }

/** Milliseconds between two signs of life, and after how many without one a holder on another machine counts as dead. */
const beat = { everyMs: 1_000, missingMs: 4_000 }

/** The locks of this process, by the name of the folder as given: nested calls may lock a folder again. */
const own = new Map<string, string>()

/**
 * Creates a folder and keeps other runs out of it until the returned function is called. UsageError that names the holder if it is locked;
 * an error with its remedy if the folder cannot be written.
 */
export const lockFolder = async (folder: string): Promise<() => Promise<void>> => {
  const path = await lockIn(folder)
  if (own.has(path)) return async () => undefined
  own.set(path, folder)
  try {
    const holder = { token: randomUUID(), ...self(), since: present().toISOString() }
    await take(path, holder, folder)
    return heldBy(path, holder)
  } catch (error) {
    own.delete(path)
    throw cannotWrite(`the report folder ${folder}`, error, 'Give --report another folder.')
  }
}

/**
 * Throws MachineError if a folder that this process has locked was moved: a link in its place would lead into a folder that the operator
 * did not name.
 */
export const checkLocked = async (folder: string): Promise<void> => {
  const [path] = [...own].find(([, named]) => named === folder) ?? []
  const now = await realpath(folder).catch(() => undefined)
  if (path === undefined || now === undefined || now === dirname(path)) return
  throw new MachineError(
    `the report folder ${folder} was replaced by a link to another folder during the run: no report is written.`,
    'Run again, with a --report that no other program changes.',
  )
}

const lockIn = async (folder: string): Promise<string> => {
  try {
    await makeFolder(folder)
    return join(await realpath(folder), lockFile)
  } catch (error) {
    throw cannotWrite(`the report folder ${folder}`, error, 'Give --report another folder.')
  }
}

/** Gives signs of life until the lock is released. */
const heldBy = (path: string, { token }: Holder): (() => Promise<void>) => {
  const signs = setInterval(() => void utimes(path, present(), present()).catch(() => undefined), beat.everyMs)
  signs.unref()
  return async () => {
    clearInterval(signs)
    if ((await holderIn(path))?.token === token) await rm(path, { force: true })
    own.delete(path)
  }
}

const take = async (path: string, holder: Holder, folder: string): Promise<void> => {
  for (;;) {
    if (await created(path, holder)) return
    const other = await holderIn(path)
    if (await isAlive(path, other)) throw heldAlready(folder, other)
    // Renaming an abandoned lock takes it over. One that replaced it in the meantime is put back.
    const left = `${path}.${holder.token}`
    await rename(path, left).catch(unlessGone)
    if ((await holderIn(left))?.token !== other?.token) await rename(left, path).catch(() => undefined)
    await rm(left, { force: true })
  }
}

/** A missing lock was released, or taken over. One that may not be moved would be found again forever. */
const unlessGone = (error: NodeJS.ErrnoException): void => {
  if (error.code !== 'ENOENT') throw error
}

/** Returns whether the lock could be created. */
const created = async (path: string, holder: Holder): Promise<boolean> => {
  try {
    const file = await open(path, 'wx')
    try {
      await file.writeFile(JSON.stringify(holder))
    } catch (error) {
      await rm(path, { force: true })
      throw error
    } finally {
      await file.close()
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

const heldAlready = (folder: string, holder: Holder | undefined): UsageError =>
  new UsageError(
    holder === undefined
      ? `another run is writing to ${folder}.`
      : `another run is writing to ${folder}: process ${holder.pid} on ${holder.host}, since ${holder.since}.`,
    'Wait until it has ended, or give --report another folder.',
  )

/** Returns the holder of a lock; undefined if the lock is missing, truncated or not written yet. */
const holderIn = async (path: string): Promise<Holder | undefined> => {
  try {
    const found = await lstat(path)
    if (!found.isFile() || found.size > 4_096) return undefined
    const { pid, ...texts } = JSON.parse(await readFile(path, 'utf8')) as Holder
    const cut = (name: keyof typeof texts): string => String(texts[name]).slice(0, 200)
    if (!Number.isSafeInteger(pid) || pid <= 0) return undefined
    return {
      pid,
      token: cut('token'),
      began: cut('began'),
      machine: cut('machine'),
      host: cut('host'),
      since: cut('since'),
    }
  } catch {
    return undefined
  }
}

/** Returns whether a holder is still running: on this machine judging by its process, elsewhere by its signs of life. */
const isAlive = async (path: string, holder: Holder | undefined): Promise<boolean> => {
  if (holder?.machine === machine()) return isRunning(holder.pid) && beganOf(holder.pid) === holder.began
  const first = await touchedAt(path)
  const until = performance.now() + beat.missingMs
  while (performance.now() < until) {
    await pause(beat.everyMs / 4)
    const now = await touchedAt(path)
    if (now === undefined) return false
    if (now !== first) return true
  }
  return false
}

const touchedAt = (path: string): Promise<number | undefined> =>
  lstat(path).then(
    ({ mtimeMs }) => mtimeMs,
    () => undefined,
  )

const isRunning = (pid: number): boolean => {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}

const self = () => ({ pid: process.pid, began: beganOf(process.pid), machine: machine(), host: hostname() })

/** Identifies the scope of process ids: this boot of the system, and the container in it. */
const machine = (): string =>
  `${hostname()} ${textOf('/proc/sys/kernel/random/boot_id')} ${reading(() => readlinkSync('/proc/self/ns/pid'))}`

/** Distinguishes two processes with the same id; '' if the process has ended, or the system does not say when it began. */
const beganOf = (pid: number): string => {
  // The second field, the name, may contain spaces and brackets; the 3rd is the state, the 22nd the start time.
  const fields = textOf(`/proc/${pid}/stat`).split(') ').at(-1)?.split(' ') ?? []
  return fields[0] === 'Z' ? '' : (fields[19] ?? '')
}

const textOf = (path: string): string => reading(() => readFileSync(path, 'utf8').trim())

const reading = (read: () => string): string => {
  try {
    return read()
  } catch {
    return ''
  }
}
