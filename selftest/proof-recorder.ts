import type { Reporter, TestModule } from 'vitest/node'
import { roles } from '../protocol/operations.ts'
import { selftestFigures } from '../suites/support/selftest-figures.ts'
import { killsIn } from './kill-recorder.ts'
import { kills } from './kills.ts'
import { recordFigure } from './proven.ts'

const listed = (counts: readonly number[]): string => `(${roles.map((role, at) => `${role} ${counts[at]}`).join(', ')})`

const total = (counts: readonly number[]): string => counts.reduce((sum, count) => sum + count, 0).toLocaleString('en')

/** Returns the figure of a self-test that tried these mutants; undefined if a recorded one is missing. */
export const mutantsFigure = (tried: readonly { role: string; mutant: string }[]): string | undefined => {
  const names = new Set(tried.map(({ role, mutant }) => `${role} ${mutant}`))
  if (roles.some(role => Object.keys(kills[role]).some(name => !names.has(`${role} ${name}`)))) return undefined
  const mutants = roles.map(role => Object.keys(kills[role]).length)
  const variants = roles.map(role => selftestFigures[role].variants)
  return `${total(mutants)} of ${total(mutants)} mutants found ${listed(mutants)}; ${total(variants)} variants without an alarm ${listed(variants)}`
}

/** Records the figure of a whole self-test that passed; a partial one has none. */
export class ProofRecorder implements Reporter {
  onTestRunEnd(modules: readonly TestModule[], errors: readonly unknown[], reason: string): void {
    if (reason !== 'passed' || errors.length > 0) return
    const figure = mutantsFigure(modules.flatMap(killsIn))
    if (figure !== undefined) recordFigure('mutants', { figure, date: new Date().toISOString().slice(0, 10) })
  }
}
