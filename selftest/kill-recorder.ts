import { readFileSync, writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import type { Role } from '../protocol/operations.ts'

const file = new URL('kills.json', import.meta.url)

type KillRecord = { role: Role; mutant: string; checks: string[] }

/** Records the checks that found each mutant at the end of a run; mutants that did not run keep theirs. */
export class KillRecorder implements Reporter {
  readonly #isConfirming: boolean

  /** `isConfirming`: keep only checks that found the mutant again, so that chance findings disappear. */
  constructor(isConfirming: boolean) {
    this.#isConfirming = isConfirming
  }

  onTestRunEnd(modules: readonly TestModule[]): void {
    const record = JSON.parse(readFileSync(file, 'utf8')) as Record<Role, Record<string, string[]>>
    for (const { role, mutant, checks } of modules.flatMap(killsIn)) {
      const known = this.#isConfirming ? record[role][mutant] : undefined
      record[role][mutant] = checks.filter(id => known?.includes(id) ?? true).toSorted()
    }
    const sorted = Object.entries(record).map(([role, kills]) => [role, sortByName(kills)])
    writeFileSync(file, `${JSON.stringify(Object.fromEntries(sorted), null, 2)}\n`)
  }
}

/** Returns the mutants tried by a module, with the checks that found them. */
export const killsIn = (module: TestModule): KillRecord[] =>
  [...module.children.allTests()].flatMap(test => test.meta().kills ?? [])

const sortByName = (kills: Record<string, string[]>) =>
  Object.fromEntries(Object.entries(kills).toSorted(([a], [b]) => (a < b ? -1 : 1)))
