import { runOf } from '../report/run-of.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import { withValues } from '../with-values.ts'

/** The facts that a run with these settings finds about a KYC provider, or about one with other metadata. */
export const factsFor = ({ target, environment }: RunSettings, metadata?: object): TargetFacts => {
  const { facts } = runOf([], () => 'pass')
  const { baseUrl = 'http://127.0.0.1:9', ocid } = target ?? {}
  const text = JSON.stringify(metadata)
  return {
    ...facts,
    target: { baseUrl, apiUrl: baseUrl, ocid, environment },
    ...withValues({ metadata: metadata && { status: 200, text } }),
  }
}
