import { expect, test } from 'vitest'
import { runInLanes } from './lanes.ts'

type Job = { kind: 'working' | 'waiting'; seconds: number }

const jobs: Job[] = [
  { kind: 'working', seconds: 1 },
  { kind: 'working', seconds: 2 },
  { kind: 'waiting', seconds: 1 },
  { kind: 'waiting', seconds: 2 },
  { kind: 'waiting', seconds: 3 },
]
const estimate = ({ seconds }: Job) => seconds
const isShared = ({ kind }: Job) => kind === 'waiting'

test('one lane runs every job, the longest of a kind first', async () => {
  const done: Job[] = []
  const { signal } = new AbortController()
  await runInLanes(jobs, { lanes: 1, estimate, isShared, signal }, async each => void done.push(each))
  expect(done).toEqual([jobs[1], jobs[0], jobs[4], jobs[3], jobs[2]])
})

test('only the first lane runs CPU-bound jobs', async () => {
  const lanesOf = new Map<string, Set<number>>()
  const { signal } = new AbortController()
  await runInLanes(jobs, { lanes: 3, estimate, isShared, signal }, async ({ kind }, lane) => {
    lanesOf.set(kind, (lanesOf.get(kind) ?? new Set()).add(lane))
    await Promise.resolve()
  })
  expect(lanesOf.get('working')).toEqual(new Set([0]))
  expect(lanesOf.get('waiting')).toContain(1)
})

test('an aborted signal starts no further job', async () => {
  const done: Job[] = []
  const abort = new AbortController()
  await runInLanes(jobs, { lanes: 1, estimate, isShared, signal: abort.signal }, async each => {
    done.push(each)
    abort.abort()
  })
  expect(done).toHaveLength(1)
})
