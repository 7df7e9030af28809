import { expect, test } from 'vitest'
import { expectThat } from '../../harness/outcome.ts'
import { startCounterpart } from '../../mocks/counterpart.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { checkWith, runAt } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

test('a check that expects a request which the counterpart could not read is blocked, with the limit', async () => {
  const listen = { host: '127.0.0.1', port: 0 }
  const counterpart = await startCounterpart({ identities: [], registry: {}, profile: referenceProfile, listen })
  try {
    const run = { ...runAt('quick'), counterpart }
    const fails = (cookies: number) =>
      checkWith({
        run: async ({ requestsSoFar }) => {
          const headers = { cookie: 'x'.repeat(cookies) }
          await fetch(`${counterpart.address}/2001/transfer/webhook`, { headers }).catch(() => undefined)
          const found = requestsSoFar(({ kind }) => kind === 'notification')
          expectThat(found.length > 1, 'the merchant is not notified twice', {
            expected: 'a notification',
            actual: 'none',
          })
        },
      })
    expect(await runCheck(run, fails(300_000))).toMatchObject({
      outcome: 'blocked',
      reason: expect.stringMatching(
        /^a request of the target .* more than 262,144 bytes of headers.*limit of the harness/,
      ),
    })
    expect(await runCheck(run, fails(100_000))).toMatchObject({ outcome: 'fail' })
    const unrelated = checkWith({
      run: async () => {
        await fetch(`${counterpart.address}/2001/transfer/webhook`, { headers: { cookie: 'x'.repeat(300_000) } })
        expectThat(false, 'the order is accepted', { expected: '400', actual: '200' })
      },
    })
    expect(await runCheck(run, unrelated)).toMatchObject({ outcome: 'fail' })
  } finally {
    await counterpart.close()
  }
})
