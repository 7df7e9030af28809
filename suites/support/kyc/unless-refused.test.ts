import { expect, test } from 'vitest'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, Misread, Unanswered } from '../../../harness/outcome.ts'
import { isReadRefusal, unlessRefused } from './unless-refused.ts'

const failWith = (error: Error, signal = new AbortController().signal) =>
  unlessRefused({ signal } as CheckContext, () => Promise.reject(error), isReadRefusal)

test('a target that does not open the page refuses', async () => {
  expect(await failWith(new Blocked('the page does not load: 400'))).toBeUndefined()
})

test.each([
  ['a page that was misread', new Misread('no control grants')],
  ['silence', new Unanswered('the page', 'a timeout')],
  ['a failure', new Error('a fault')],
])('%s is no refusal', async (_, error) => {
  await expect(failWith(error)).rejects.toBe(error)
})

test('the end of the run is no refusal', async () => {
  await expect(failWith(new Blocked('the run has ended'), AbortSignal.abort())).rejects.toThrow('the run has ended')
})
