import { expect, test } from 'vitest'
import { waits } from '../harness/patience.ts'
import { prepareEnding } from './ending.ts'

test('what an interrupted run has opened is closed at the same time, and what does not close is left', async () => {
  const closed: string[] = []
  const ending = prepareEnding(AbortSignal.abort())
  const began = performance.now()
  const never = { close: () => new Promise<void>(() => undefined) }
  const counterpart = { close: async () => void closed.push('counterpart') }
  await ending.close([never, undefined, counterpart, never])
  expect(closed).toEqual(['counterpart'])
  expect(performance.now() - began).toBeLessThan(2 * waits.closingEarly.ms)
})
