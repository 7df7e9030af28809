import { expect, test } from 'vitest'
import { paceText } from './pace.ts'

test('a run says how long responses take', () => {
  expect(paceText({ latencyMs: 12, throttled: 0 })).toBe('Responses take 12 ms')
})

test('a throttled run says at which pace the target accepts requests', () => {
  expect(paceText({ latencyMs: 12, requestsPerSecond: 2.1, throttled: 9 })).toBe(
    'Responses take 12 ms; 9 were 429 or 503: the target accepts 2.1 requests per second',
  )
})
