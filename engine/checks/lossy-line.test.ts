import { expect, test } from 'vitest'
import { noResponseInTime } from '../../harness/http/connection-error.ts'
import { runAt, silentAfter } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

const run = runAt('quick')

/** A run in which this many of 1,000 requests got no response, in checks that still pass. */
const lossyRun = async (unanswered: number, silence?: string) => {
  const lossy = { ...run, http: { ...run.http, requests: 1_000, unanswered } }
  for (const answered of [3, 9, 20]) await runCheck(lossy, silentAfter([answered], 'a request', { silence }).check)
  return lossy
}

test.each(['the connection was reset', noResponseInTime])(
  'if requests are lost regardless of their content (%s), the same one must stay unanswered in more attempts',
  async silence => {
    const inPassing = silentAfter([4, 4, 4], 'a transfer', { silence })
    expect(await runCheck(await lossyRun(3, silence), inPassing.check)).toMatchObject({ outcome: 'pass' })
    const always = silentAfter([4, 4, 4, 4, 4, 4], 'a transfer', { silence })
    expect(await runCheck(await lossyRun(3, silence), always.check)).toMatchObject({ outcome: 'fail' })
  },
)

test('if requests are lost regardless of their content, an unanswered control blocks the check and says what to do', async () => {
  const { check } = silentAfter([4, 4, 4, 4, 4, 4], 'a transfer', { isControl: true })
  const reason = expect.stringMatching(/^a transfer gets no response, and 3 requests of 1000 got none.*answer each/)
  expect(await runCheck(await lossyRun(3), check)).toMatchObject({ outcome: 'blocked', reason })
})

test('if many requests are lost regardless of their content, none of them is a finding', async () => {
  const reason = expect.stringMatching(
    /gets no response, and 120 requests of 1000 got none, some of them only at first/,
  )
  const { check } = silentAfter([4, 4, 4, 4, 4, 4])
  expect(await runCheck(await lossyRun(120), check)).toMatchObject({ outcome: 'blocked', reason })
})
