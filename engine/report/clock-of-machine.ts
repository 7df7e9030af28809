import { clockSetByMs } from '../../protocol/time.ts'
import { clockOfMachine } from '../../reports/queries.ts'
import { note } from '../preflight/finding.ts'
import type { TargetFacts } from '../target/target-facts.ts'

/** Corrections of the clock up to this many milliseconds go unnoticed. */
const unnoticedMs = 1_000

/** Adds a finding if this machine's clock was set during the run, which kept to elapsed time. */
export const withClockOfMachine = (facts: TargetFacts, byMs: number = clockSetByMs()): TargetFacts => {
  if (Math.abs(byMs) <= unnoticedMs) return facts
  const way = `${Math.round(Math.abs(byMs) / 1_000)} s ${byMs > 0 ? 'ahead' : 'back'}`
  const message = `The clock of this machine was set ${way} during the run, or the machine slept: the run kept to the time that it started with.`
  const findings = [...facts.preflight.findings, note(clockOfMachine, message)]
  return { ...facts, preflight: { ...facts.preflight, findings } }
}
