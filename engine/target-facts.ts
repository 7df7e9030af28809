import type { RunContext } from '../harness/run-context.ts'
import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { PreflightReport } from './preflight/preflight.ts'

/** What a run found out before its first check: JSON only, since it travels from the worker to the report. */
export type TargetFacts = {
  role: Role
  target: RunContext['target']
  metadata: { status: number; text: string }
  preflight: PreflightReport
  profile: Profile
  /** What shows each choice of the profile that the target itself showed. */
  shownBy: Readonly<Record<string, string>>
}
