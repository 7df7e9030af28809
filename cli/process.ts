import { relative } from 'node:path'
import { shellQuoted } from '../engine/settings/options/shell-quoted.ts'
import type { Io } from './io.ts'
import { services } from './services.ts'

const signals = ['SIGINT', 'SIGTERM'] as const

const onInterrupt = (stop: () => void): (() => void) => {
  const undo = () => {
    for (const signal of signals) process.removeListener(signal, once)
  }
  const once = () => {
    undo()
    stop()
  }
  for (const signal of signals) process.on(signal, once)
  return undo
}

/** Returns the streams, folder and signals of this process. */
export const processIo = (): Io => ({
  out: text => void process.stdout.write(text),
  err: text => void process.stderr.write(text),
  input: () => {
    if (process.stdin.isTTY) process.stderr.write('Type or paste it, then end it with Ctrl-D.\n')
    return process.stdin
  },
  env: process.env,
  folder: process.cwd(),
  command: commandOf(process.argv[1] ?? '', process.cwd()),
  columns: Math.min(process.stdout.columns || process.stderr.columns || 100, 120),
  user: process.getuid?.(),
  isTerminal: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
  onInterrupt,
  services,
})

/**
 * Returns the words that start this program again in a folder, quoted for a shell: Node and its file in a checkout, `npx --no` where it
 * is a dependency: without `--no`, npx would install a package of that name where there is none.
 */
const commandOf = (script: string, folder: string): string => {
  if (!script.endsWith('.ts'))
    return /[\\/]node_modules[\\/]/.test(script) ? 'npx --no oc-conformance' : 'oc-conformance'
  const file = relative(folder, script)
  // Outside of the checkout, npx would not find its Node.
  return `${file.startsWith('..') ? 'node' : 'npx node'} ${shellQuoted(file)}`
}

/** Ends the process after all output is written. */
export const leave = async (code: number): Promise<never> => {
  await Promise.all([process.stdout, process.stderr].map(stream => new Promise(resolve => stream.write('', resolve))))
  process.exit(code)
}

/** Ignores closed pipes (`| head`): without a listener, writing to one would end the process with a stack trace. */
export const tolerateClosedPipes = (): void => {
  for (const stream of [process.stdout, process.stderr])
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error
    })
}
