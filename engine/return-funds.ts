import type { Check } from '../harness/clause.ts'
import type { Actor } from '../harness/run-context.ts'
import type { OpenRun } from './open-run.ts'
import { runCheck } from './run-check.ts'

/**
 * Moves what the checks left in purses and tills back to the treasury, found out by trying, so that a run can be repeated
 * without provisioning again. What a target refuses stays where it is: no verdict hangs on it.
 */
export const returnFunds = async ({ run, preflight }: OpenRun, signal: AbortSignal): Promise<void> => {
  if (preflight.stop !== undefined || Object.keys(run.identities).length === 0 || run.obstacles.authentication) return
  const owners = Object.values(run.identities).filter(one => /^(merchant2?|purse\d)$/.test(one.id))
  await Promise.all(owners.map(owner => runCheck(run, emptying(owner), { signal })))
}

const emptying = (owner: Actor): Check => ({
  id: `settle/${owner.id}`,
  title: `${owner.id} gives back what it holds`,
  clauses: [],
  roles: ['gateway'],
  operations: ['transfer.create'],
  kind: 'clause',
  alone: false,
  last: true,
  run: async context => {
    await context.empty(owner)
  },
})
