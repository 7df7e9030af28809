import { expect, test } from 'vitest'
import type { CheckOutcome } from './queries.ts'
import { replayResult } from './replay.ts'

const failed: CheckOutcome = {
  id: 'balance/race',
  title: 'race',
  clauses: ['TRANSFER-13'],
  verdict: 'fail',
  message: '7 of 12 transfers sent at the same moment were executed',
  expected: '3 of 12',
  actual: '7 × 200, 5 × 402',
}
const other: CheckOutcome = {
  ...failed,
  message: '12 of 12 transfers sent at the same moment were executed',
  actual: '12 × 200',
}

test('a race with other winners is the same failure', () => {
  expect(replayResult(failed, other, 'race')).toBe('FAILED')
  expect(replayResult(failed, other, 'clause')).toBe('DIFFERENT')
})

test('a race with another message is another failure, and one that passes is fixed', () => {
  expect(replayResult(failed, { ...failed, message: 'a transfer is answered 500' }, 'race')).toBe('DIFFERENT')
  expect(replayResult(failed, { ...failed, verdict: 'pass' }, 'race')).toBe('FIXED')
})

test('truncated texts are equal regardless of what was cut off', () => {
  const cut = { ...failed, actual: 'to https://a.example/?user_ocid=8… (331 characters)' }
  const again = { ...failed, actual: 'to https://a.example/?user_ocid=91… (330 characters)' }
  expect(replayResult(cut, again)).toBe('FAILED')
  expect(replayResult(cut, { ...again, actual: 'to https://b.example/… (330 characters)' })).toBe('DIFFERENT')
})
