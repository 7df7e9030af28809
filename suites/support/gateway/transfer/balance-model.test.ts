import fc from 'fast-check'
import { expect, test } from 'vitest'
import { balanceStep, joinBursts } from './balance-model.ts'

const words = fc
  .sample(fc.array(balanceStep, { minLength: 6, maxLength: 6 }), { numRuns: 500, seed: 1 })
  .map(series => [series.map(String), joinBursts(series).map(String)] as const)

const countOf = (says: string): number => Number(/^(\d+) transfers? of/.exec(says)?.[1] ?? 0)
const sum = (numbers: readonly number[]) => numbers.reduce((total, number) => total + number, 0)
const kindOf = (says: string) => says.replace(/^\d+ transfers?/, '')

test('the number of transfers stays the same', () => {
  for (const [drawn, joined] of words) expect(sum(joined.map(countOf))).toBe(sum(drawn.map(countOf)))
})

test('equal transfers are merged, unless they exceed the balance', () => {
  const isApart = (joined: readonly string[]) =>
    joined.every((says, at) => {
      const before = joined[at - 1] ?? ''
      const units = Number(/of (\d+) unit/.exec(says)?.[1])
      return countOf(says) === 0 || kindOf(says) !== kindOf(before) || (countOf(says) + countOf(before)) * units > 100
    })
  expect(words.filter(([, joined]) => !isApart(joined))).toEqual([])
  expect(words.filter(([drawn, joined]) => joined.length < drawn.length).length).toBeGreaterThan(20)
})

test('a series of seven transfers shrinks to one step', () => {
  const series = fc
    .array(fc.option(balanceStep), { maxLength: 6 })
    .map(steps => joinBursts(steps.filter(step => step !== null)))
  const out = (steps: readonly { toString(): string }[]) =>
    sum(steps.map(String).map(says => (says.endsWith('out of the account') ? countOf(says) : 0)))
  for (let seed = 1; seed <= 20; seed++) {
    const { counterexample } = fc.check(
      fc.property(series, steps => out(steps) < 7),
      { seed, numRuns: 500 },
    )
    expect(counterexample?.[0].map(String)).toEqual(['7 transfers of 1 unit out of the account'])
  }
})
