import { expect, test } from 'vitest'
import { addUntried, newTrace } from './trace.ts'

test('a part that was not tried is kept once, and no check names parts without end', () => {
  const trace = newTrace()
  addUntried(trace, 'a')
  addUntried(trace, 'a')
  expect(trace.untried).toEqual(['a'])
  for (let part = 0; part < 1_000; part += 1) addUntried(trace, String(part))
  expect(trace.untried).toHaveLength(20)
})
