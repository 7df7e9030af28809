import { expect, test } from 'vitest'
import type { Result } from './batch.ts'
import { byJob } from './results.ts'
import { wholeFigure } from './script.ts'

type Job = { seed: number }
type Outcome = { isAsExpected: boolean; seconds: number }

const nameOf = ({ seed }: Job) => `seed ${seed}`
const campaign = {
  jobs: [{ seed: 1 }, { seed: 2 }],
  figureOf: (done: readonly Result<Job, Outcome>[]) => `${done.length} runs`,
}
const resultOf = (seed: number, at: string): Result<Job, Outcome> => {
  return { seed, isAsExpected: true, seconds: 1, digest: 'a', commit: 'c0ffee', at: `${at}T06:00:00.000Z` }
}
const figureWith = (...results: Result<Job, Outcome>[]) => wholeFigure(campaign, { nameOf }, byJob(nameOf, results))

test('the figure of a campaign is dated by its last run', () => {
  const results = [resultOf(1, '2026-11-22'), resultOf(2, '2026-11-20'), resultOf(3, '2026-11-28')]
  expect(figureWith(...results)).toEqual({ figure: '2 runs', date: '2026-11-22' })
})

test('a campaign with a missing run has no figure', () => {
  expect(figureWith(resultOf(1, '2026-11-22'), resultOf(3, '2026-11-28'))).toBeUndefined()
})
