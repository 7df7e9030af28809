import { describe, test } from 'vitest'
import { missingForBrowser } from '../../harness/pages/browser/process/installed.ts'
import type { Role } from '../../protocol/operations.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'
import { isRecording, recordedKills } from '../kills.ts'
import { inBrowser } from '../support/drivers.ts'
import { together } from '../together.ts'
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

/** Returns what failed without being broken at an implementation with a few faults, and the faults that did not show. */
const certifyFaults = async (role: Role, mutants: readonly AnyMutant[]) => {
  const certified = await certifyImplementation(role, together(mutants), { depth: 'quick' })
  const failed = clausesThat(certified, 'fail', 'warn')
  const broken = new Set(mutants.flatMap(({ breaks, alsoBreaks = [] }) => [breaks, ...alsoBreaks]))
  return {
    unrelated: failed.filter(id => !broken.has(id)),
    hidden: mutants.filter(({ breaks }) => !failed.includes(breaks)),
  }
}

/**
 * Expects that no unrelated clause fails or warns at a few faults in one implementation, which meets every check. A fault that another
 * one hides meets them alone.
 */
export const describeFaultsTogether = (role: Role, groups: readonly (readonly AnyMutant[])[]) =>
  // Vitest takes a suite without tests for a mistake.
  describe.skipIf(groups.length === 0)(`a few faults of a ${role} fail no unrelated clause, whatever the check`, () => {
    const all = groups.map(group => [group.map(({ breaks, name }) => `${breaks}: ${name}`).join('; '), group] as const)
    test.concurrent.for(all)('%s', { timeout: 600_000 }, async ([, group], { expect }) => {
      const { unrelated, hidden } = await certifyFaults(role, group)
      expect(unrelated).toEqual([])
      if (group.length === 1) expect(hidden).toEqual([])
      for (const mutant of hidden)
        expect(await certifyFaults(role, [mutant]), mutant.name).toEqual({ unrelated: [], hidden: [] })
    })
  })
