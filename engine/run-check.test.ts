import { expect, test } from 'vitest'
import type { Check } from '../harness/clause.ts'
import type { CheckContext } from '../harness/context.ts'
import { pause } from '../harness/pause.ts'
import type { RunContext } from '../harness/run-context.ts'
import { runCheck } from './run-check.ts'

/** A run of which only the depth, the pace and the address are read. */
const run = {
  depth: 'quick',
  http: { latencyMs: 0, turnMs: 0 },
  target: { apiUrl: 'http://127.0.0.1' },
  pages: { checkout: {}, consent: {}, secrets: {} },
  identities: {},
  obstacles: { identities: {} },
} as unknown as RunContext

const checkThat = (body: (context: CheckContext) => Promise<void>): Check => ({
  id: 'suite/check',
  title: 'check',
  clauses: [],
  roles: [],
  operations: [],
  kind: 'clause',
  alone: false,
  hangs: false,
  last: false,
  run: body,
})

test('an error that the harness does not know is its own fault', async () => {
  const check = checkThat(async () => {
    throw new TypeError('unexpected')
  })
  expect(await runCheck(run, check)).toMatchObject({ outcome: 'blocked', harnessError: expect.any(String) })
})

test.each<[string, (context: CheckContext) => Promise<void>]>([
  ['throws any error', async () => Promise.reject(new Error('a property failed without a CheckFailure'))],
  ['returns early', async ({ signal }) => pause(60_000, signal)],
])('a check that ran out of time and then %s is blocked, and no fault of the harness', async (_, body) => {
  const result = await runCheck(run, checkThat(body), { signal: AbortSignal.abort() })
  expect(result).toMatchObject({ outcome: 'blocked', reason: expect.stringContaining('ran out of time') })
  expect(result.harnessError).toBeUndefined()
})

test('a step of undoing that fails ends neither the others nor the check', async () => {
  const undone: string[] = []
  const check = checkThat(async ({ afterwards }) => {
    afterwards(() => void undone.push('first'))
    afterwards(() => {
      throw new Error('no')
    })
  })
  expect(await runCheck(run, check)).toMatchObject({ outcome: 'pass' })
  expect(undone).toEqual(['first'])
})
