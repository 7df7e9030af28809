import { blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'

/** Returns the target's OCID; blocks the check if the operator did not give it. */
export const targetOcid = (run: RunContext): number =>
  run.target.ocid ?? blocked("the target's OCID is not known: give --ocid, or target.ocid in the config")
