import type { CheckDescription } from '../../harness/check.ts'
import type { CheckResult } from '../run-check.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target-facts.ts'
import type { EndedCheck } from '../verdicts.ts'
import type { Pace } from './pace.ts'

/** Everything that a report is made of. */
export type RunOutcome = {
  settings: RunSettings
  facts: TargetFacts
  /** Every check of the role, whether selected or not. */
  checks: readonly CheckDescription[]
  results: readonly CheckResult[]
  interrupted: boolean
  measured: Measured
  evidence: { file: string; digest: string; requests: number; pace?: Pace }
}

/** The values that depend on the machine and the moment; the caller measures them. */
export type Measured = { harness: string; started: Date; finished: Date; peakMemoryBytes: number }

/**
 * A check with its result. Without a result it was not selected (`not-selected`) or the run ended before it
 * (`blocked`).
 */
export type CheckRecord = EndedCheck & {
  result?: CheckResult
  /** Why it neither passed nor failed. */
  reason: string | undefined
}
