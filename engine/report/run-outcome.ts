import type { CheckDescription } from '../../harness/check.ts'
import type { Report } from '../../schemas/messages.ts'
import type { SignedPayload } from '../certificate/signed-payload.ts'
import type { CheckResult } from '../checks/run-check.ts'
import type { Trouble } from '../machine/machine-error.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import type { EndedCheck } from '../verdicts.ts'
import type { Pace } from './pace.ts'

/** The data from which a report is assembled. */
export type RunOutcome = {
  settings: RunSettings
  facts: TargetFacts
  /** The other implementation, if two were tried together. */
  partner?: NonNullable<Report['partner']>
  /** Every check of the role, whether selected or not. */
  checks: readonly CheckDescription[]
  results: readonly CheckResult[]
  interrupted: boolean
  /** Why the run ended itself before everything was tried. */
  ended?: string | undefined
  /** Why it was interrupted, if the machine ran out of something. */
  trouble?: Trouble
  measured: Measured
  evidence: {
    file: string
    digest: string
    requests: number
    pace?: Pace
    /** How many exchanges the file omits. */
    omitted?: NonNullable<NonNullable<Report['evidence']>['omitted']>
    /** The document that the target signed with the challenge of the run. */
    signed?: SignedPayload
    /** The name of the file with the metadata document. */
    metadataFile?: string
    pictures?: NonNullable<Report['evidence']>['pictures']
  }
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
