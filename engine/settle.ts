import type { Check } from '../suites/harness/clause.ts'
import type { Actor } from '../suites/harness/session.ts'
import { perform } from './perform.ts'
import type { OpenSession } from './session.ts'

/**
 * Moves what the checks left in purses and tills back to the treasury, found out by trying, so that a run can be repeated
 * without provisioning again. What a target refuses stays where it is: no verdict hangs on it.
 */
export const settle = async ({ session, preflight }: OpenSession, signal: AbortSignal): Promise<void> => {
  if (preflight.stop !== undefined || Object.keys(session.identities).length === 0 || session.obstacles.authentication)
    return
  const owners = Object.values(session.identities).filter(one => /^(merchant2?|purse\d)$/.test(one.id))
  await Promise.all(owners.map(owner => perform(session, emptying(owner), { signal })))
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
  run: async stage => {
    await stage.empty(owner)
  },
})
