import type { Command } from 'commander'
import type { Io } from './io.ts'

/** Adds one command to the program; it tells `exit` its exit code when it has run. */
export type AddCommand = (program: Command, io: Io, exit: (code: number) => void) => void
