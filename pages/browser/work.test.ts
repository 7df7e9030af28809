import { expect, test } from 'vitest'
import { Work } from './work.ts'

test('the work in progress is awaited, even if it fails, but not work that begins later', async () => {
  const work = new Work()
  const [first, second] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const failing = work.during(() => first.promise)
  let isEnded = false
  const ended = work.ended().then(() => {
    isEnded = true
  })
  const later = work.during(() => second.promise)
  expect([work.isBusy, isEnded]).toEqual([true, false])
  first.reject(new Error('no'))
  await expect(failing).rejects.toThrow('no')
  await ended
  expect(work.isBusy).toBe(true)
  second.resolve()
  await later
  expect(work.isBusy).toBe(false)
})
