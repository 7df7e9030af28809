import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { Session } from '../suites/harness/session.ts'
import type { PreflightReport } from './preflight/preflight.ts'

/** What a run found out before its first check: JSON only, since it travels from the worker to the report. */
export type Facts = {
  role: Role
  target: Session['target']
  metadata: { status: number; text: string }
  preflight: PreflightReport
  profile: Profile
  /** What shows each choice of the profile that the target itself showed. */
  shownBy: Readonly<Record<string, string>>
}
