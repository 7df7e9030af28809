import { plainCheck } from '../../harness/check.ts'
import type { Check } from '../../harness/clause.ts'
import { Unanswered } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { formsDrivers } from '../../pages/forms-driver.ts'

/** A check without clauses that passes, with some members changed. */
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

/** A run with only the members that tests read (depth, pace and address); every request gets a 200. */
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

/** A check in which a request gets no response, after that many others in each successive attempt, and which then passes. */
export const silentAfter = (
  others: readonly number[],
  what = 'POST /transfer/create',
  { isControl = false, silence = 'the connection was reset' } = {},
) => {
  const left = [...others]
  const run: Check['run'] = async context => {
    const answered = left.shift()
    if (answered === undefined) return
    for (let sent = 0; sent < answered; sent++) await context.get('/metadata.json')
    throw new Unanswered(what, silence, isControl)
  }
  return { check: checkWith({ run }), tries: () => others.length - left.length }
}
