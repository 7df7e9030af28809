import { isRecording } from './kills.ts'

/**
 * Whether every mutant and dialect meets every check, and every variant ten seeds. Otherwise the self-test takes what a change
 * has to pass within minutes: docs/decisions/0015-self-test.md says what that leaves out, and why.
 */
export const isWhole = process.env.SELFTEST === 'whole' || isRecording

/** Whether the self-test is to pass in minutes also on a slow machine: `.ci/run` runs it so. */
export const isShort = process.env.SELFTEST === 'short'
