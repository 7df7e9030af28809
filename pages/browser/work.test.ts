import { expect, test } from 'vitest'
import { Work } from './work.ts'

test('running work ends before a closed browser is given back, and no more begins', async () => {
  const work = new Work()
  const { promise, resolve } = Promise.withResolvers<void>()
  const first = work.during(() => promise)
  let isGivenBack = false
  const closed = work.close().then(() => {
    isGivenBack = true
  })
  await expect(work.during(() => Promise.resolve())).rejects.toThrow('the check has ended')
  expect([work.isBusy, isGivenBack]).toEqual([true, false])
  resolve()
  await Promise.all([first, closed])
  expect([work.isBusy, isGivenBack]).toEqual([false, true])
})

test('an idle browser is given back immediately, also after work that failed', async () => {
  const work = new Work()
  await expect(work.during(() => Promise.reject(new Error('no')))).rejects.toThrow('no')
  await work.close()
  expect(work.isBusy).toBe(false)
})
