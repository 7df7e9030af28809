import { writeFileSync } from 'node:fs'
import type { Reporter, TestModule } from 'vitest/node'
import { roles } from '../protocol/operations.ts'

/** Writes what the mutants' tests found into the record, once all of them have ended. */
export class KillRecorder implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const found = modules.flatMap(module => [...module.children.allTests()].flatMap(test => test.meta().kills ?? []))
    const ofRole = (role: string) =>
      found
        .filter(one => one.role === role)
        .map(({ mutant, checks }) => [mutant, checks.toSorted()] as const)
        .toSorted(([a], [b]) => (a < b ? -1 : 1))
    const record = Object.fromEntries(roles.map(role => [role, Object.fromEntries(ofRole(role))]))
    writeFileSync(new URL('kills.json', import.meta.url), `${JSON.stringify(record, null, 2)}\n`)
  }
}
