import type { RunContext } from '../../harness/run-context.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Profile } from '../../protocol/profile.ts'
import type { Challenge } from '../certificate/challenge.ts'
import type { PreflightReport } from '../preflight/preflight.ts'

/** The facts about a target before the first check. JSON only: they are passed from the worker to the report. */
export type TargetFacts = {
  role: Role
  target: RunContext['target']
  metadata: { status: number; text: string }
  preflight: PreflightReport
  profile: Profile
  /** How each choice of the profile was found; a choice without an entry is assumed. */
  shownBy: Readonly<Record<string, string>>
  /** A string in the names of the run; absent if no check makes the target sign them. */
  challenge?: Challenge | undefined
  /** Ids of the checks that the depth of the run omits. */
  leftOut?: readonly string[]
}

/** The facts that an open run knows about its target. */
type Opened = Pick<TargetFacts, 'preflight' | 'shownBy' | 'challenge'> & { run: RunContext }

/** Returns the facts about the target of an open run. */
export const targetFactsOf = ({ run, preflight, shownBy, challenge }: Opened): TargetFacts => ({
  role: run.role,
  target: run.target,
  metadata: { status: run.metadata.status, text: run.metadata.text ?? '' },
  preflight,
  profile: run.profile,
  shownBy,
  challenge,
})
