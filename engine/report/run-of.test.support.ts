import type { CheckDescription } from '../../harness/check.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { Outcome } from '../verdicts.ts'
import { version } from '../version.ts'
import type { RunOutcome } from './run-outcome.ts'

/** A run against a KYC provider; `outcomeOf` decides how each check ends. */
export const runOf = (
  checks: readonly CheckDescription[],
  outcomeOf: (check: CheckDescription) => Outcome,
): RunOutcome => ({
  settings: plainSettings,
  facts: {
    role: 'kyc',
    target: { baseUrl: 'http://a.example', apiUrl: 'http://a.example', ocid: 1003, environment: 'test' },
    metadata: { status: 200, text: '{"name":"A","config":{"publicKey":"79be"}}' },
    preflight: { findings: [], obstacles: { identities: {} } },
    profile: referenceProfile,
    shownBy: {},
  },
  checks,
  results: checks.map(
    (check): CheckResult => ({
      id: check.id,
      outcome: outcomeOf(check),
      seconds: 0.1,
      observations: [],
      exchanges: [],
    }),
  ),
  interrupted: false,
  measured: {
    harness: version,
    started: new Date('2026-01-01T00:00:00.000Z'),
    finished: new Date('2026-01-01T00:00:04.200Z'),
    peakMemoryBytes: 1024,
  },
  evidence: { file: 'exchanges.ndjson', digest: '00', requests: 7 },
})
