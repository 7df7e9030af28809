import { expect, test } from 'vitest'
import { waits } from '../harness/patience.ts'
import { prepareEnding } from './ending.ts'

test('everything that an interrupted run has opened is closed at the same time, and left open if it does not close', async () => {
  const closed: string[] = []
  const ending = prepareEnding(AbortSignal.abort())
  const began = performance.now()
  const never = { close: () => new Promise<void>(() => undefined) }
  const counterpart = { close: async () => void closed.push('counterpart') }
  await ending.close([never, undefined, counterpart, never])
  expect(closed).toEqual(['counterpart'])
  expect(performance.now() - began).toBeLessThan(2 * waits.closingEarly.ms)
})
