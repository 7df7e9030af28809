import { isRecording } from './kills.ts'

/** `whole`, `short` or nothing: of the variable, or of the npm script that runs (not every shell sets a variable for a command). */
const size = process.env.SELFTEST ?? process.env.npm_lifecycle_event?.replace(/^selftest:/, '')

/**
 * Whether every mutant and dialect meets every check, and every variant ten seeds. Otherwise the self-test takes what a change
 * has to pass within minutes: docs/decisions/0015-self-test.md says what that leaves out, and why.
 */
export const isWhole = size === 'whole' || isRecording

/** Whether the self-test is to pass in minutes also on a slow machine: `.ci/run` runs it so. */
export const isShort = size === 'short'
