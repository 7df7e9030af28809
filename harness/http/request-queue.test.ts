import { describe, expect, test } from 'vitest'
import { pause } from '../pause.ts'
import { createRequestQueue } from './request-queue.ts'

describe('the request queue', () => {
  test('starts tasks in the order in which they were added, at most so many at a time', async () => {
    const queue = createRequestQueue(2)
    const started: number[] = []
    let running = 0
    let mostRunning = 0
    const task = (id: number) => async () => {
      started.push(id)
      running += 1
      mostRunning = Math.max(mostRunning, running)
      await pause(1)
      running -= 1
    }
    await Promise.all([0, 1, 2, 3, 4, 5, 6, 7].map(id => queue.add(task(id))))
    expect(started).toEqual([0, 1, 2, 3, 4, 5, 6, 7])
    expect(mostRunning).toBe(2)
  })

  test('runs the next task after one that failed', async () => {
    const queue = createRequestQueue(1)
    const failed = queue.add(() => Promise.reject(new Error('no')))
    const next = queue.add(async () => 'done')
    await expect(failed).rejects.toThrow('no')
    expect(await next).toBe('done')
  })

  test('spaces tasks evenly at a rate, without a burst', async () => {
    const queue = createRequestQueue(8, 50)
    const starts: number[] = []
    const task = async () => void starts.push(performance.now())
    await Promise.all(Array.from({ length: 6 }, () => queue.add(task)))
    await pause(60)
    await queue.add(task)
    const gaps = starts.slice(1).map((start, i) => start - (starts[i] ?? 0))
    expect(Math.min(...gaps)).toBeGreaterThan(15)
  })

  test('takes a rate of less than one a second', async () => {
    const queue = createRequestQueue(8, 0.1)
    await queue.add(async () => undefined)
    let isStarted = false
    queue.add(async () => {
      isStarted = true
    })
    await pause(50)
    expect(isStarted).toBe(false)
    queue.clear()
  })
})
