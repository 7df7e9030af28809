import type { RunContext } from '../harness/run-context.ts'
import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { OpenRun } from './open-run.ts'
import type { PreflightReport } from './preflight/preflight.ts'

/** What a run knows of its target before the first check. JSON only: it travels from the worker to the report. */
export type TargetFacts = {
  role: Role
  target: RunContext['target']
  metadata: { status: number; text: string }
  preflight: PreflightReport
  profile: Profile
  /** What shows each choice of the profile that the target showed. */
  shownBy: Readonly<Record<string, string>>
}

/** Returns what an open run knows of its target. */
export const targetFactsOf = ({ run, preflight, shownBy }: OpenRun): TargetFacts => ({
  role: run.role,
  target: run.target,
  metadata: { status: run.metadata.status, text: run.metadata.text ?? '' },
  preflight,
  profile: run.profile,
  shownBy,
})
