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
  env: process.env,
  folder: process.cwd(),
  columns: Math.min(process.stdout.columns || process.stderr.columns || 100, 120),
  isTerminal: { out: process.stdout.isTTY === true, err: process.stderr.isTTY === true },
  onInterrupt,
  services,
})

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
