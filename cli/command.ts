import type { Command } from 'commander'
import type { Io } from './io.ts'

/** Adds a command to the program; the command passes its exit code to `exit`. */
export type AddCommand = (program: Command, io: Io, exit: (code: number) => void) => void
