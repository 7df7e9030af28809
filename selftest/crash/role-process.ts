import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Role } from '../../protocol/operations.ts'

/** A role in a separate process that keeps its state in a folder. */
export type RoleProcess = {
  /** Resolves with its address when it listens. */
  ready: Promise<string>
  /** Ends it with SIGKILL. */
  kill: () => Promise<void>
  /** Its standard error so far. */
  complaints: () => string
  pid: number
}

/**
 * Where a role keeps its state: a folder, or the database at an address. `through`: a wrapper command that gets the program as its last
 * arguments.
 */
export type Place = {
  role: Role
  folder: string
  provisioning: string
  store?: string
  through?: readonly string[]
  /** Absent: any free port. */
  port?: number
}

const program = fileURLToPath(new URL('../../bin.ts', import.meta.url))

const end = async (child: ChildProcess): Promise<void> => {
  if (child.exitCode !== null || child.signalCode !== null) return
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

/** Starts a role with `oc-conformance serve`, and `--data` or `--store`. */
export const startRole = ({ role, folder, provisioning, store, port = 0, through = [] }: Place): RoleProcess => {
  const kept = store === undefined ? ['--data', folder] : []
  const options = [...kept, '--provisioning', provisioning, '--port', String(port)]
  const [command = '', ...argv] = [...through, process.execPath, program, 'serve', role, ...options]
  const env = { ...process.env, ...(store === undefined ? {} : { OC_CONFORMANCE_STORE: store }) }
  const child = spawn(command, argv, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  let complaints = ''
  child.stderr.on('data', chunk => {
    complaints += String(chunk).slice(0, 10_000)
  })
  const listening = once(createInterface({ input: child.stdout }), 'line')
  const ended = once(child, 'close').then((): never => {
    throw new Error(`the ${role} ended before it was ready: ${complaints}`)
  })
  const ready = Promise.race([listening, ended]).then(([line]) => JSON.parse(line)[role].baseUrl as string)
  // A role killed during start-up is never ready.
  ended.catch(() => {})
  ready.catch(() => {})
  return { ready, kill: () => end(child), complaints: () => complaints, pid: child.pid ?? 0 }
}
