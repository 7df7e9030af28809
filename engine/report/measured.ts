import { present } from '../../protocol/time.ts'
import { version } from '../version.ts'
import type { Measured } from './run-outcome.ts'

/** Measures a run that has just finished. */
export const measureSince = (started: Date): Measured => ({
  harness: version,
  started,
  finished: present(),
  peakMemoryBytes: process.resourceUsage().maxRSS * 1024,
})
