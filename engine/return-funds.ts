import { plainCheck } from '../harness/check.ts'
import type { Check } from '../harness/clause.ts'
import type { Actor } from '../harness/run-context.ts'
import { runCheck } from './checks/run-check.ts'
import type { OpenRun } from './open-run.ts'

/**
 * Moves the money that checks left in accounts back to the treasury, so that a run can be repeated without provisioning again. It finds the
 * balances by trial. If the target refuses, the money stays where it is: no verdict depends on it.
 */
export const returnFunds = async ({ run, preflight }: OpenRun, signal: AbortSignal): Promise<void> => {
  if (preflight.stop !== undefined || Object.keys(run.identities).length === 0 || run.obstacles.authentication) return
  const owners = Object.values(run.identities).filter(({ id }) => /^(merchant2?|purse\d)$/.test(id))
  await Promise.all(owners.map(owner => runCheck(run, returnCheck(owner), { signal })))
}

/** Runs as a check to have a context; its result is not reported. */
const returnCheck = (owner: Actor): Check => ({
  id: `settle/${owner.id}`,
  title: `${owner.id} returns its funds`,
  clauses: [],
  roles: ['gateway'],
  operations: ['transfer.create'],
  ...plainCheck,
  last: true,
  run: async context => {
    await context.empty(owner)
  },
})
