import type { Environment } from '../engine/settings/keys/read-key.ts'
import type { Services } from './services.ts'

/** The surroundings of a command, so that it can run inside another process. */
export type Io = {
  out(text: string): void
  err(text: string): void
  /** Reads standard input; absent without one. */
  input?(): AsyncIterable<Uint8Array>
  /** Environment variables for the keys of a config; options read the process environment. */
  env: Environment
  /** The folder that relative file names start from. */
  folder: string
  /** The command that starts this program in that folder, if not `oc-conformance`. */
  command?: string
  /** Width of the terminal. */
  columns: number
  /** Whether standard output and standard error are terminals, which may be coloured and whose lines may be rewritten. */
  isTerminal: { out: boolean; err: boolean }
  /** The id of the user, 0 for root; absent: the system has none. */
  user?: number | undefined
  /**
   * Calls `stop` at the first SIGINT, SIGTERM or SIGHUP; the second ends the process immediately. Returns a function that removes the
   * listener.
   */
  onInterrupt(stop: () => void): () => void
  /** Resolves when output on standard output is lost; absent: it never is. */
  lost?: Promise<void>
  services: Services
}

/** Returns whether to use colour: on a terminal that supports it, unless NO_COLOR is set (https://no-color.org). */
export const isColored = ({ isTerminal, env }: Io, stream: 'out' | 'err'): boolean =>
  isTerminal[stream] && !env.NO_COLOR && env.TERM !== 'dumb'
