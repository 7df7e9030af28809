import { Blocked } from '../../harness/outcome.ts'
import { type PreflightResult, warning } from './finding.ts'

/** Runs a part of the preflight; if it is blocked, returns the reason as its finding. */
export const unlessBlocked = async (look: () => Promise<PreflightResult>, name: string): Promise<PreflightResult> => {
  try {
    return await look()
  } catch (error) {
    if (!(error instanceof Blocked)) throw error
    return { findings: [warning(name, `${error.message}.`)] }
  }
}
