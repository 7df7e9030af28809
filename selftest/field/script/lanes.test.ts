import { expect, test } from 'vitest'
import type { Job } from './jobs.ts'
import { runInLanes } from './lanes.ts'

const job = (condition: string, seed: number): Job => ({ condition, role: 'kyc', seed, depth: 'quick' })
const jobs = [job('clock', 1), job('clock', 2), job('far', 1), job('far', 2), job('far', 3)]
const estimate = ({ seed }: Job) => seed

test('one lane carries out every job, the longest of a kind first', async () => {
  const done: Job[] = []
  const { signal } = new AbortController()
  await runInLanes(jobs, { lanes: 1, estimate, signal }, async each => void done.push(each))
  expect(done).toEqual([jobs[1], jobs[0], jobs[4], jobs[3], jobs[2]])
})

test('only the first lane takes what needs the processor', async () => {
  const lanesOf = new Map<string, Set<number>>()
  const { signal } = new AbortController()
  await runInLanes(jobs, { lanes: 3, estimate, signal }, async ({ condition }, lane) => {
    lanesOf.set(condition, (lanesOf.get(condition) ?? new Set()).add(lane))
    await Promise.resolve()
  })
  expect(lanesOf.get('clock')).toEqual(new Set([0]))
  expect(lanesOf.get('far')).toContain(1)
})

test('an aborted signal starts no further job', async () => {
  const done: Job[] = []
  const abort = new AbortController()
  await runInLanes(jobs, { lanes: 1, estimate, signal: abort.signal }, async each => {
    done.push(each)
    abort.abort()
  })
  expect(done).toHaveLength(1)
})
