import type { Json } from '../../protocol/json/json.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { registerVersion, requirementsOf } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { ambiguitiesOf } from './index.ts'

export type Changes = {
  name?: string
  verdict?: Report['verdict']
  register?: string
  profile?: Record<string, Json>
  observations?: [clause: string, value: Json, operation?: string][]
}

const profileOf = (changes: Record<string, Json>): Report['profile'] =>
  Object.fromEntries(
    Object.entries({ ...referenceProfile, ...changes }).map(([choice, value]) => [
      choice,
      { value: value as Json, shownBy: 'a test' },
    ]),
  )

/** Returns a report of a role with these changes. */
export const reportOf = (role: Report['target']['role'], changes: Changes = {}): Report => {
  const {
    name = `A ${role}`,
    verdict = 'conformant',
    register = registerVersion,
    profile = {},
    observations = [],
  } = changes
  return {
    version: 1,
    verdict,
    target: { role, baseUrl: `http://${role}.example`, name },
    profile: profileOf(profile),
    run: { harness: '1', register, started: '2026-01-01T00:00:00Z', seconds: 1, seed: 1, depth: 'quick', requests: 1 },
    counts: { must: {}, should: {}, open: {} },
    clauses: requirementsOf(role, 'open').map(id => ({ id, level: 'open', verdict: 'not-applicable', checks: [] })),
    checks: observations.map(([clause, , operation], at) => ({
      id: `check/${at}`,
      title: 'seen',
      clauses: [clause],
      verdict: 'observed',
      ...(operation === undefined ? {} : { operation }),
    })),
    observations: observations.map(([clause, value], at) => ({ clause, value, check: `check/${at}` })),
  }
}

/** Compares reports. */
export const compare = (...reports: Report[]) =>
  ambiguitiesOf(reports.map((report, at) => ({ file: `${at + 1}.json`, report })))

/** Returns the row of a clause in the comparison of reports. */
export const rowOf = (clause: string, ...reports: Report[]) =>
  compare(...reports).ambiguities.find(row => row.clause === clause)

/** Returns the incompatible pairs of reports. */
export const pairsOf = (...reports: Report[]) =>
  compare(...reports).incompatibilities.map(({ between, kind, clauses }) => [between, kind, clauses.join()])

export const der = { signatureEncoding: 'der-hex' }
