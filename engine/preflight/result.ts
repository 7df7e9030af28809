import { Blocked } from '../../harness/outcome.ts'
import type { Obstacles } from '../../harness/run-context.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'

/** One part of the preflight: what it found, and what is in the way because of it. */
export type PreflightResult = { findings: PreflightFinding[]; obstacles?: Partial<Obstacles>; stop?: 2 | 3 }

/** Runs a look that may find itself blocked; what blocked it is then the finding. */
export const unlessBlocked = async (look: () => Promise<PreflightResult>, name: string): Promise<PreflightResult> => {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    return { findings: [{ name, ok: false, severity: 'warning', message: `${error.message}.` }] }
  }
}
