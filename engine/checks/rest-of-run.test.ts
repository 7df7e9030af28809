import { expect, test } from 'vitest'
import { checkWith, runAt } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

test('a check that waits for several things at the same time waits for the end of the others once, and again later', async () => {
  let waits = 0
  const othersEnded = async () => void waits++
  const place = { restsAfterMs: 0, rest: () => undefined, othersEnded, allEnded: async () => undefined }
  const check = checkWith({
    run: async ({ restOfRun }) => {
      await Promise.all([restOfRun(), restOfRun(), restOfRun()])
      await restOfRun()
    },
  })
  const result = await runCheck(runAt('quick'), check, { place })
  expect(result.harnessError).toBeUndefined()
  expect(result.outcome).toBe('pass')
  expect(waits).toBe(2)
})
