import type { Environment } from '../engine/settings/keys.ts'
import type { Services } from './services.ts'

/** Everything that a command touches outside itself, so that it can be run inside another process. */
export type Io = {
  out(text: string): void
  err(text: string): void
  /** Keys of a config are looked up here; options read the process environment. */
  env: Environment
  /** The folder that relative file names start from. */
  folder: string
  /** Characters in a line of the terminal. */
  columns: number
  /** Whether standard output and standard error are terminals: those may be coloured, and progress may rewrite its line. */
  isTerminal: { out: boolean; err: boolean }
  /** Calls `stop` at the first SIGINT or SIGTERM; the second ends the process as usual. Returns how to take it back. */
  onInterrupt(stop: () => void): () => void
  services: Services
}

/** Colour where a terminal shows it and nobody declined it (https://no-color.org). */
export const isColored = ({ isTerminal, env }: Io, stream: 'out' | 'err'): boolean =>
  isTerminal[stream] && !env.NO_COLOR && env.TERM !== 'dumb'
