import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Check } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { noResponseInTime } from '../../harness/http/connection-error.ts'
import {
  blocked,
  expectThat,
  TransferConflict,
  Unanswered,
  Unreachable,
  WrongPageDriver,
} from '../../harness/outcome.ts'
import { pause } from '../../harness/pause.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { checkWith, runAt, silentAfter } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

const run = runAt('quick')

/** The same run, in which no connection was closed so far. */
const newRun = () => ({ ...run, http: { ...run.http } })

const checkThat = (run: Check['run']): Check => checkWith({ run })

test('an unexpected error is a fault of the harness', async () => {
  const check = checkThat(async () => {
    throw new TypeError('unexpected')
  })
  expect(await runCheck(run, check)).toMatchObject({ outcome: 'blocked', harnessError: expect.any(String) })
})

test.each<[string, (context: CheckContext) => Promise<void>]>([
  ['throws any error', async () => Promise.reject(new Error('a property failed without a CheckFailure'))],
  ['returns early', async ({ signal }) => pause(60_000, signal)],
])('a check that ran out of time and then %s is blocked, and no fault of the harness', async (_, body) => {
  const result = await runCheck(run, checkThat(body), { signal: AbortSignal.abort() })
  expect(result).toMatchObject({ outcome: 'blocked', reason: expect.stringContaining('ran out of time') })
  expect(result.harnessError).toBeUndefined()
})

test.each<[string, ReturnType<typeof silentAfter>, string, number]>([
  ['at the same request each time', silentAfter([4, 4, 5, 4, 4]), 'fail', 3],
  ['at the control each time', silentAfter([4, 4, 4, 4, 4], 'a transfer', { isControl: true }), 'blocked', 3],
  ['at another request each time', silentAfter([4, 90, 31, 7, 60, 18, 2]), 'blocked', 6],
  ['twice, and then answers', silentAfter([4, 90]), 'pass', 2],
])('a check that is silent %s', async (_, { check, tries }, outcome, expected) => {
  expect(await runCheck(newRun(), check)).toMatchObject({ outcome })
  expect(tries()).toBe(expected)
})

test('a check that ran into a restart of the target is tried again once the target is back', async () => {
  const statuses = [502, 502, 200]
  const send = async () => ({ status: statuses.shift() ?? 200, url: 'http://127.0.0.1/', headers: [], exchange: '1' })
  const restarting = { ...run, http: { ...run.http, send } } as unknown as typeof run
  const errors = [new Unreachable('no connection'), new Unanswered('a request', '502')]
  const check = checkThat(async () => {
    const error = errors.shift()
    if (error) throw error
  })
  expect(await runCheck(restarting, check)).toMatchObject({ outcome: 'pass' })
  expect(statuses).toEqual([])
})

const refusedOnce = (code: string, expected: string) => {
  let tries = 0
  return checkThat(async () => {
    tries += 1
    expectThat(tries > 1, 'it was not refused as required', { expected, actual: `400 ${code}` })
  })
}

test('a key that the target once failed to read is tried again, and proves nothing either way', async () => {
  const reason = expect.stringContaining('may never have reached the counterpart')
  const unread = refusedOnce('PROOF_SIGNATURE_INVALID', '400 INVALID_PROOF')
  expect(await runCheck(run, unread)).toMatchObject({ outcome: 'blocked', reason })
  expect(await runCheck(run, refusedOnce('INVALID_PROOF', '200'))).toMatchObject({ outcome: 'fail' })
  const own = refusedOnce('UNKNOWN_OCID', '401 PROOF_SIGNATURE_INVALID')
  expect(await runCheck(run, own)).toMatchObject({ outcome: 'fail' })
})

test('a request that times out each time is not a finding if others took nearly as long', async () => {
  const slow = { ...run, http: { ...run.http, slowestMs: 8_000 } }
  const silent = () => checkThat(async () => Promise.reject(new Unanswered('POST /transfer/create', noResponseInTime)))
  expect(await runCheck(run, silent())).toMatchObject({ outcome: 'fail' })
  const reason = expect.stringMatching(/within 10 s, and others took up to 8 s.*--timeout 40000/)
  expect(await runCheck(slow, silent())).toMatchObject({ outcome: 'blocked', reason })
  expect(await runCheck(slow, { ...silent(), hangs: true })).toMatchObject({ outcome: 'fail' })
  expect(await runCheck(slow, silentAfter([4, 4, 4]).check)).toMatchObject({ outcome: 'fail' })
})

/** How many milliseconds the clock is ahead, as if a busy machine had suspended this process. */
let lost = 0
const now = performance.now.bind(performance)
beforeAll(() => void vi.spyOn(performance, 'now').mockImplementation(() => now() + lost))
afterAll(() => void vi.restoreAllMocks())

/** How many milliseconds until the harness reads the clock again. */
const nextLookMs = 300

/** A check that ends differently in each attempt, on a machine that is too slow or not. */
const endingIn = (ends: readonly (() => void)[], lostMs: number | readonly number[]) => {
  const left = [...ends]
  const delays = typeof lostMs === 'number' ? ends.map(() => lostMs) : [...lostMs]
  return checkThat(async context => {
    lost += delays.shift() ?? 0
    await pause(nextLookMs, context.signal)
    left.shift()?.()
  })
}

const fails = () => expectThat(false, 'something is broken', { expected: 1, actual: 2 })
const passes = () => undefined
const isClosed = () => {
  throw new Unanswered('POST /transfer/create', 'closed')
}
const getsNone = () => {
  throw new Unanswered('POST /transfer/create', noResponseInTime)
}
const isBlocked = () => blocked('something is in the way')
const usesWrongDriver = () => {
  throw new WrongPageDriver('the page is over')
}
const isInTheWay = () => {
  throw new TransferConflict('another transfer')
}

test.each<[string, Check, string]>([
  ['fails once on a slow machine', endingIn([fails, passes], 3_000), 'blocked'],
  ['fails each time on a slow machine', endingIn([fails, fails, fails, fails, passes], 3_000), 'fail'],
  ['fails now and then on a slow machine', endingIn([fails, fails, passes, fails], 3_000), 'blocked'],
  ['fails on a slow machine, and again on a fast one', endingIn([fails, passes, fails], [3_000, 1, 1]), 'fail'],
  ['gets no response on a slow machine', endingIn([getsNone, getsNone, getsNone], 3_000), 'blocked'],
  ['has its connection closed on a slow machine', endingIn([isClosed, isClosed, isClosed], 3_000), 'fail'],
  [
    'has its connection closed on a machine that stood still',
    endingIn([isClosed, isClosed, isClosed], 6_000),
    'blocked',
  ],
  ['gets no response on a machine that is not', endingIn([getsNone, getsNone, getsNone], 1), 'fail'],
  ['is blocked once on a slow machine', endingIn([isBlocked, passes], 3_000), 'pass'],
  ['has its pages opened by the wrong driver', endingIn([usesWrongDriver, passes], 1), 'pass'],
  [
    'has its pages opened by the wrong driver twice',
    endingIn([usesWrongDriver, usesWrongDriver, passes], 1),
    'blocked',
  ],
  ['meets another transfer', endingIn([isInTheWay, passes], 1), 'pass'],
  ['fails once on a machine that is not', endingIn([fails, passes], 1), 'fail'],
])('a check that %s', async (_, check, outcome) => {
  expect(await runCheck(newRun(), check)).toMatchObject({ outcome })
})

test('a failed clean-up step ends neither the others nor the check', async () => {
  const undone: string[] = []
  const check = checkThat(async ({ afterwards }) => {
    afterwards(() => void undone.push('first'))
    afterwards(() => {
      throw new Error('no')
    })
  })
  expect(await runCheck(run, check)).toMatchObject({ outcome: 'pass' })
  expect(undone).toEqual(['first'])
})

test('the open page is inspected if a check does not pass, and closed in any case', async () => {
  const closed: string[] = []
  const sight = { url: 'http://127.0.0.1/pay', title: 'Pay', picture: Uint8Array.of(1), console: ['oh'] }
  const ending = (outcome: string, end: () => void): Check =>
    checkThat(async ({ hold }) => {
      hold({ look: async () => sight, close: async () => void closed.push(outcome) })
      hold({ look: async () => undefined, close: async () => undefined })
      end()
    })
  const withPictures = { ...run, keepPicture: () => 'pages/1.jpg' }
  const failed = await runCheck(
    withPictures,
    ending('fail', () => expectThat(false, 'no', { expected: 1, actual: 2 })),
  )
  expect(failed.page).toEqual({ url: sight.url, title: 'Pay', picture: 'pages/1.jpg', console: ['oh'] })
  expect(
    (
      await runCheck(
        run,
        ending('blocked', () => blocked('no')),
      )
    ).page,
  ).not.toHaveProperty('picture')
  expect(
    (
      await runCheck(
        withPictures,
        ending('pass', () => undefined),
      )
    ).page,
  ).toBeUndefined()
  expect(closed).toEqual(['fail', 'blocked', 'pass'])
})

const metadataWithKey = () => {
  const { publicKey } = generatePrivateKey()
  return { status: 200, headers: [], json: { config: { publicKey } } }
}

test('a signature that does not verify is not a fault if the key has been replaced in the meantime', async () => {
  const check = checkThat(async () =>
    expectThat(false, 'does not verify', { expected: 1, actual: 2, isProof: true, byKey: true }),
  )
  const metadata = metadataWithKey()
  const resultAt = (now: object) =>
    runCheck({ ...run, metadata, http: { ...run.http, send: async () => now } } as unknown as typeof run, check)
  expect(await resultAt(metadata)).toMatchObject({ outcome: 'fail' })
  expect(await resultAt(metadataWithKey())).toMatchObject({ outcome: 'blocked' })
})
