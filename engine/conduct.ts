import type { Check } from '../suites/harness/clause.ts'
import { createSlots } from '../suites/harness/slots.ts'
import type { Facts } from './facts.ts'
import { type CheckResult, perform } from './perform.ts'
import { concurrency, type OpenSession } from './session.ts'
import { settle } from './settle.ts'

/** The order of a run: all at once; then one by one what measures; then what looks back at the run. */
export const phases = (checks: readonly Check[]): { together: Check[]; alone: Check[] } => ({
  together: checks.filter(check => !check.alone && !check.last),
  alone: [...checks.filter(check => check.alone && !check.last), ...checks.filter(check => check.last)],
})

/** Runs checks in this process, without Vitest: what the self-test and the replay of one check use. */
export const conduct = async (
  open: OpenSession,
  checks: readonly Check[],
  { signal, onResult }: { signal: AbortSignal; onResult?: (result: CheckResult) => void },
): Promise<CheckResult[]> => {
  const results: CheckResult[] = []
  const slots = createSlots(concurrency)
  const one = async (check: Check) => {
    const release = await slots.take()
    const result = await perform(open.session, check, { signal }).finally(release)
    results.push(result)
    onResult?.(result)
  }
  const { together, alone } = phases(checks)
  await Promise.all(together.map(one))
  for (const check of alone) await one(check)
  await settle(open, signal)
  return results
}

/** What a run knows besides the results of its checks. */
export const factsOf = ({ session, preflight, shownBy }: OpenSession): Facts => ({
  role: session.role,
  target: session.target,
  metadata: { status: session.metadata.status, text: session.metadata.text ?? '' },
  preflight,
  profile: session.profile,
  shownBy,
})
