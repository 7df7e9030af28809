import { relative } from 'node:path'
import { setImmediate } from 'node:timers/promises'
import { shellQuoted } from '../engine/settings/options/shell-quoted.ts'
import { UsageError } from '../engine/settings/usage-error.ts'
import { machineLimitOf } from '../harness/machine-limits.ts'
import type { Io } from './io.ts'
import { services } from './services.ts'

const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const

/**
 * Handles the signals of this process from start to end. If a command can be stopped, the first signal stops it; a second one, or one at
 * any other time, ends the process immediately with 3, since its work is incomplete.
 */
export const hearSignals = (): Io['onInterrupt'] => {
  const stops = new Set<() => void>()
  let isStopping = false
  const hear = () => {
    if (isStopping || stops.size === 0) {
      process.stderr.write(isStopping ? '\nStopped; run --resume continues a run.\n' : '\nInterrupted.\n')
      process.exit(3)
    }
    isStopping = true
    for (const stop of stops) stop()
  }
  for (const signal of signals) process.on(signal, hear)
  return stop => {
    stops.add(stop)
    return () => stops.delete(stop)
  }
}

/** Returns the streams and the folder of this process. UsageError if the folder is gone. */
export const processIo = (surroundings: Pick<Io, 'onInterrupt' | 'lost'>): Io => {
  const folder = currentFolder()
  return {
    out: text => void process.stdout.write(text),
    err: text => void process.stderr.write(text),
    input: () => {
      if (process.stdin.isTTY) process.stderr.write('Type or paste it, then end it with Ctrl-D.\n')
      return process.stdin
    },
    env: process.env,
    folder,
    command: commandOf(process.argv[1] ?? '', folder),
    columns: Math.min(process.stdout.columns || process.stderr.columns || 100, 120),
    user: process.getuid?.(),
    isTerminal: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
    ...surroundings,
    services,
  }
}

const currentFolder = (): string => {
  try {
    return process.cwd()
  } catch {
    throw new UsageError('the current folder no longer exists.', 'Change to another folder.')
  }
}

/**
 * Returns the words that start this program again in a folder, quoted for a shell: Node and its file in a checkout, `npx --no` if it is a
 * dependency. Without `--no`, npx would install a package of that name if it does not find such a program.
 */
const commandOf = (script: string, folder: string): string => {
  if (!script.endsWith('.ts'))
    return /[\\/]node_modules[\\/]/.test(script) ? 'npx --no oc-conformance' : 'oc-conformance'
  const file = relative(folder, script)
  // Outside the checkout, npx would not find its Node.
  return `${file.startsWith('..') ? 'node' : 'npx node'} ${shellQuoted(file)}`
}

/** The state of the output of this process. */
type Output = {
  /** Resolves when standard output cannot be written; not when its reader went away. */
  lost: Promise<void>
  /** Ends the process after all output is written. Lost output turns a 0 into a 3. */
  leave(code: number): Promise<never>
}

/** Watches the output of this process: without a listener, an error of it would end the process with a stack and 1, which is a verdict. */
export const watchOutput = (): Output => {
  const { promise: lost, resolve } = Promise.withResolvers<void>()
  let reason: string | undefined
  let isLeaving = false
  process.stderr.on('error', () => undefined)
  // If nothing is left to wait for, Node exits with 0, which is a verdict.
  process.on('exit', () => {
    if (isLeaving || Number(process.exitCode ?? 0) > 1) return
    process.stderr.write('The harness itself failed; this is a bug.\nIt ended before its command did.\n')
    process.exitCode = 4
  })
  process.stdout.on('error', error => {
    reason ??= lossIn(error)
    if (reason !== undefined) resolve()
  })
  return {
    lost,
    leave: async code => {
      isLeaving = true
      await Promise.all([process.stdout, process.stderr].map(written))
      if (reason !== undefined) process.stderr.write(`error: standard output was lost: ${reason}\n`)
      await written(process.stderr)
      process.exit(reason !== undefined && code === 0 ? 3 : code)
    },
  }
}

/** Waits until everything passed to a stream is written, or lost. */
const written = async (stream: NodeJS.WriteStream): Promise<void> => {
  if (stream.writableLength > 0) await new Promise(resolve => stream.write('', resolve))
  // A stream reports its errors a little later.
  await setImmediate()
}

/** Returns why output was lost, and what to do; undefined if its reader went away, as with `| head`. */
const lossIn = (error: NodeJS.ErrnoException): string | undefined => {
  const { code, message } = error
  if (code === 'EPIPE') return undefined
  const limit = machineLimitOf(error)
  return limit ? `${limit.cause}. ${limit.remedy}` : `${message}. Send it elsewhere.`
}

/** Passes on an uncaught error unless another listener gets it: the process would exit with 1, which is a verdict. */
export const onUncaught = (handle: (error: unknown) => void): void => {
  process.on('uncaughtException', error => {
    if (process.listenerCount('uncaughtException') === 1) handle(error)
  })
}
