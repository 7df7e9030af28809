import { expect, test } from 'vitest'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { blocked, fail } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { checkWith, runAt } from './check.test.support.ts'
import { runInRounds } from './rounds.ts'

/** Runs a check whose rounds are counted; returns how it ended, and how often it ran. */
const tryCheck = async (
  depth: RunContext['depth'],
  order: Partial<Check> = {},
  body: (round: number, context: CheckContext) => void = () => undefined,
) => {
  let rounds = 0
  const run: Check['run'] = async context => body(++rounds, context)
  const place = {
    restsAfterMs: 0,
    rest: () => undefined,
    othersEnded: async () => undefined,
    allEnded: async () => undefined,
  }
  const result = await runInRounds(runAt(depth), checkWith({ ...order, run }), { place })
  return { result, rounds }
}

test.each<[RunContext['depth'], number]>([
  ['quick', 1],
  ['standard', 1],
  ['thorough', 15],
])('at %s depth a check runs %i times', async (depth, expected) => {
  const { result, rounds } = await tryCheck(depth)
  expect([result.outcome, rounds]).toEqual(['pass', expected])
})

test.each<[string, Partial<Check>, number]>([
  ['a race', { kind: 'race' }, 15],
  ['a property, which draws more values instead', { kind: 'property' }, 1],
  ['an observation', { kind: 'observation' }, 1],
  ['a check that waits', { waits: true }, 1],
  ['a check that makes the target hang', { hangs: true }, 1],
  ['a check that runs apart', { alone: true }, 1],
])('at thorough depth %s has its own number of rounds', async (_, order, expected) => {
  expect((await tryCheck('thorough', order)).rounds).toBe(expected)
})

test('a check that reviews the whole run runs once', async () => {
  const { rounds } = await tryCheck('thorough', {}, (_, context) => context.atEndOfRun(() => undefined))
  expect(rounds).toBe(1)
})

test('a round that fails is the result', async () => {
  const body = (round: number) => void (round === 3 && fail('wrong', { expected: 'a', actual: 'b' }))
  const { result, rounds } = await tryCheck('thorough', {}, body)
  expect([result.outcome, result.message, rounds]).toEqual(['fail', 'wrong', 3])
})

test('a round that an obstacle ends is named, and earlier ones count', async () => {
  const { result, rounds } = await tryCheck('thorough', {}, round => void (round === 3 && blocked('no answer')))
  expect([result.outcome, rounds]).toEqual(['pass', 3])
  expect(result.untried).toEqual(['Further rounds: it passed 2 times, and then something was in the way: no answer.'])
})

test('a fault of the harness in a round is the result', async () => {
  const { result } = await tryCheck('thorough', {}, round => {
    if (round === 2) throw new TypeError('unexpected')
  })
  expect(result).toMatchObject({ outcome: 'blocked', harnessError: expect.any(String) })
})
