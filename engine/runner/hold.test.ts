import PQueue from 'p-queue'
import { expect, test } from 'vitest'
import { holdIn } from './hold.ts'

test('a check that takes its place back precedes those that have not begun', async () => {
  const queue = new PQueue({ concurrency: 1 })
  const order: string[] = []
  const first = await holdIn(queue)
  const second = holdIn(queue)
  const third = holdIn(queue).then(() => order.push('third'))
  first.free()
  const next = await second
  const back = first.takeBack().then(() => order.push('first'))
  next.end()
  await back
  first.end()
  await third
  expect(order).toEqual(['first', 'third'])
})

test.each(['before', 'after'] as const)(
  'a check that claims its place again %s its end does not hold up others',
  async when => {
    const queue = new PQueue({ concurrency: 1 })
    const first = await holdIn(queue)
    const second = holdIn(queue)
    first.free()
    const next = await second
    const back = when === 'before' ? first.takeBack() : undefined
    first.end()
    await Promise.all([back, when === 'after' ? first.takeBack() : undefined, next.end()])
    const third = await holdIn(queue)
    third.end()
    await queue.onIdle()
    expect(queue.pending).toBe(0)
  },
)
