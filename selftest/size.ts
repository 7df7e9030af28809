import { isRecording } from './kills.ts'

/** `whole`, `short` or nothing, from the variable or the npm script (not every shell can set a variable for a command). */
const size = process.env.SELFTEST ?? process.env.npm_lifecycle_event?.replace(/^selftest:/, '')

/**
 * Whether every check tries every mutant and dialect, and ten seeds every variant. Otherwise the self-test is done in minutes:
 * docs/decisions/0015-self-test.md says which parts that leaves out, and why.
 */
export const isWhole = size === 'whole' || isRecording

/** Whether the self-test must take only minutes even on a slow machine, as in `.ci/run`. */
export const isShort = size === 'short'
