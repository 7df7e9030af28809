import { describe, test } from 'vitest'
import { missingForBrowser } from '../../harness/pages/browser/process/installed.ts'
import type { Role } from '../../protocol/operations.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'
import { isRecording, recordedKills } from '../kills.ts'
import { inBrowser } from '../support/drivers.ts'
import type { AnyMutant } from './index.ts'
import { depthFor } from './mutant.ts'
import { triedBy } from './tried-by.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The checks that fail on a mutant. */
    kills?: { role: Role; mutant: string; checks: string[] }
  }
}

/** Why faults that only a browser shows are left out; undefined if they are not. */
const noBrowser = missingForBrowser()

const failingIn = ({ checks }: Report): string[] =>
  checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)

/**
 * Expects that a check of the broken clause finds each mutant, that no unrelated clause fails or warns among those that are
 * tried, and that every check that has found it before finds it again. A check that lost its assertion is noticed this way.
 */
export const describeMutants = (role: Role, mutants: readonly AnyMutant[]) =>
  describe(`each fault of a ${role} fails the clause that it breaks, and no unrelated one`, () => {
    test.concurrent.for(mutants)('$breaks: $name', { timeout: 400_000 }, async (mutant, { expect, task, skip }) => {
      if (mutant.settings === inBrowser) skip(noBrowser !== undefined, noBrowser)
      const { name, breaks, alsoBreaks = [] } = mutant
      const certified = await certifyImplementation(role, mutant, {
        ...depthFor(mutant),
        ...triedBy(role, mutant),
      })
      const failed = clausesThat(certified, 'fail', 'warn')
      const checks = failingIn(certified.report)
      task.meta.kills = { role, mutant: name, checks }
      expect(failed).toContain(breaks)
      expect(failed.filter(id => id !== breaks && !alsoBreaks.includes(id))).toEqual([])
      const isMust = [breaks, ...alsoBreaks].some(id => requirements[id].level === 'must' && failed.includes(id))
      const isStuck = clausesThat(certified, 'blocked').some(id => requirements[id].level === 'must')
      expect(certified.exitCode).toBe(isMust ? 1 : isStuck ? 3 : 0)
      const known = isRecording ? [] : recordedKills(role, name)
      expect(known.filter(id => !checks.includes(id))).toEqual([])
    })
  })
