import { expect, test } from 'vitest'
import { settleBoth } from './settle-both.ts'

test('both parts run at the same time, and their results keep their order', async () => {
  const { promise, resolve } = Promise.withResolvers<string>()
  const second = async () => {
    resolve('of the first')
    return 'of the second'
  }
  expect(await settleBoth(promise, second())).toEqual(['of the first', 'of the second'])
})

test('an error waits for the other part, and the error of the first part is reported', async () => {
  const { promise, reject } = Promise.withResolvers<string>()
  let isOver = false
  const ended = settleBoth(Promise.reject(new Error('first')), promise).catch((error: Error) => {
    expect(isOver).toBe(true)
    return error.message
  })
  await new Promise(setImmediate)
  isOver = true
  reject(new Error('second'))
  expect(await ended).toBe('first')
  await expect(settleBoth(Promise.resolve(1), Promise.reject(new Error('second')))).rejects.toThrow('second')
})
