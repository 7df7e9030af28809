import { describe, type TestContext, test } from 'vitest'
import type { AnyMutant } from '../../implementations/mutants/index.ts'
import { inBrowser } from '../../implementations/support/in-browser.ts'
import { missingForBrowser } from '../../pages/browser/process/installed.ts'
import type { Role } from '../../protocol/operations.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'
import { isRecording, recordedKills } from '../kills.ts'
import { together } from '../together.ts'
import { depthFor } from './depth.ts'
import { triedBy } from './tried-by.ts'

declare module 'vitest' {
  interface TaskMeta {
    /** The checks that fail on a mutant. */
    kills?: { role: Role; mutant: string; checks: string[] }
  }
}

/** Why faults that need a browser are skipped; undefined if they are not. */
const noBrowser = missingForBrowser()

const failingIn = ({ checks }: Report): string[] =>
  checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn').map(({ id }) => id)

/** Names faults by the clauses that they break. */
const namesOf = (mutants: readonly AnyMutant[]): string =>
  mutants.map(({ breaks, name }) => `${breaks}: ${name}`).join('; ')

/** Expects that each fault of an implementation fails its clause and its recorded checks, and that no other clause fails. */
const expectFound = async (role: Role, mutants: readonly AnyMutant[], { expect, task }: TestContext) => {
  const [one = together(mutants)] = mutants.length === 1 ? mutants : []
  const certified = await certifyImplementation(role, one, { ...depthFor(one), ...triedBy(role, one) })
  const failed = clausesThat(certified, 'fail', 'warn')
  const checks = failingIn(certified.report)
  task.meta.kills = { role, mutant: one.name, checks }
  const broken = mutants.map(({ breaks }) => breaks)
  const mayFail = [...broken, ...mutants.flatMap(({ alsoBreaks = [] }) => alsoBreaks)]
  expect(failed).toEqual(expect.arrayContaining(broken))
  expect(failed.filter(id => !mayFail.includes(id))).toEqual([])
  const isMust = failed.some(id => requirements[id].level === 'must')
  const isStuck = clausesThat(certified, 'blocked').some(id => requirements[id].level === 'must')
  expect(certified.exitCode).toBe(isMust ? 1 : isStuck ? 3 : 0)
  const known = isRecording ? [] : mutants.flatMap(({ name }) => recordedKills(role, name))
  expect(known.filter(id => !checks.includes(id))).toEqual([])
}

/**
 * Expects that a check of the broken clause finds each mutant, that no unrelated clause among those tried fails or warns, and that every
 * recorded check finds it again, which detects a check that lost its assertion. If a mutant in a group hides another, each must be found
 * alone.
 */
export const describeMutants = (role: Role, groups: readonly (readonly AnyMutant[])[]) =>
  describe(`each fault of a ${role} fails the clause that it breaks, and no unrelated one`, () => {
    const all = groups.map(group => [namesOf(group), group] as const)
    test.concurrent.for(all)('%s', { timeout: 400_000 }, async ([, group], context) => {
      if (group.some(({ settings }) => settings === inBrowser)) context.skip(noBrowser !== undefined, noBrowser)
      try {
        await expectFound(role, group, context)
      } catch (error) {
        if (group.length === 1) throw error
        for (const mutant of group) await expectFound(role, [mutant], context)
      }
    })
  })

/** Returns the unrelated clauses that failed at an implementation with a few faults, and the faults that did not show. */
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
 * Expects that no unrelated clause fails or warns at an implementation with a few faults, certified by every check. A fault that another
 * hides is certified alone.
 */
export const describeFaultsTogether = (role: Role, groups: readonly (readonly AnyMutant[])[]) =>
  // Vitest reports a suite without tests as an error.
  describe.skipIf(groups.length === 0)(`a few faults of a ${role} fail no unrelated clause, whatever the check`, () => {
    const all = groups.map(group => [namesOf(group), group] as const)
    test.concurrent.for(all)('%s', { timeout: 600_000 }, async ([, group], { expect }) => {
      const { unrelated, hidden } = await certifyFaults(role, group)
      expect(unrelated).toEqual([])
      if (group.length === 1) expect(hidden).toEqual([])
      for (const mutant of hidden)
        expect(await certifyFaults(role, [mutant]), mutant.name).toEqual({ unrelated: [], hidden: [] })
    })
  })
