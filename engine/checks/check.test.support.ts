import { plainCheck } from '../../harness/check.ts'
import type { Check } from '../../harness/clause.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { formsDrivers } from '../../pages/forms-driver.ts'

/** A check of no clause that passes, with some members changed. */
export const checkWith = (members: Partial<Check> = {}): Check => ({
  id: 'suite/check',
  title: 'check',
  clauses: [],
  roles: [],
  operations: [],
  ...plainCheck,
  run: async () => undefined,
  ...members,
})

/** A run with only the depth, the pace and the address that tests read; every request is answered with 200. */
export const runAt = (depth: RunContext['depth']): RunContext => {
  let exchanges = 0
  return {
    depth,
    http: {
      latencyMs: 0,
      slowestMs: 0,
      timeoutMs: 10_000,
      leastLatencyMs: 0,
      turnMs: 0,
      send: async () => ({ exchange: String(exchanges++), status: 200, url: 'http://127.0.0.1/', headers: [] }),
    },
    metadata: { status: 200 },
    clock: { see: () => undefined, mayBeSetSince: () => false },
    seen: { see: () => undefined },
    target: { apiUrl: 'http://127.0.0.1', baseUrl: 'http://127.0.0.1' },
    pages: { checkout: {}, consent: {}, secrets: {}, drivers: formsDrivers },
    identities: {},
    obstacles: { identities: {} },
  } as unknown as RunContext
}
