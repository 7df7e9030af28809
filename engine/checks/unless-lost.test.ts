import { expect, test } from 'vitest'
import { fail } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { createCounterpart } from '../../mocks/counterpart.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { checkWith, runAt } from './check.test.support.ts'
import { runCheck } from './run-check.ts'

const difference = { expected: 'a', actual: 'b' }

/** A run whose counterpart loses something on demand. */
const losing = () => {
  const {
    handlers: _handlers,
    onTls: _onTls,
    losses,
    ...counterpart
  } = createCounterpart({
    identities: [],
    registry: {},
    publicUrl: 'http://127.0.0.1:1',
    profile: referenceProfile,
  })
  const run: RunContext = { ...runAt('quick'), counterpart }
  return { run, lose: () => losses.add('a connection was closed') }
}

test('a check that fails while the counterpart loses something is blocked, and names the loss', async () => {
  const { run, lose } = losing()
  const failing = checkWith({
    run: async () => {
      lose()
      fail('the merchant is not notified', difference)
    },
  })
  expect(await runCheck(run, failing)).toMatchObject({
    outcome: 'blocked',
    reason: expect.stringMatching(
      /may have lost .*for the target only.*Meanwhile the check failed: the merchant is not notified/,
    ),
  })
})

test('it is tried again, and fails if nothing is lost that time, or if the response proves the fault', async () => {
  const { run, lose } = losing()
  let tries = 0
  const once = checkWith({
    run: async () => {
      tries += 1
      if (tries === 1) lose()
      fail('the merchant is not notified', difference)
    },
  })
  expect(await runCheck(run, once)).toMatchObject({ outcome: 'fail' })
  const proven = checkWith({
    run: async () => {
      lose()
      fail('the signature is wrong', { ...difference, isProof: true })
    },
  })
  expect(await runCheck(run, proven)).toMatchObject({ outcome: 'fail' })
})

test.each(['find', 'wait'] as const)('a missing item (%s) blocks the check while something was lost', async how => {
  const { run, lose } = losing()
  const look = checkWith({
    run: async ({ journal }) => {
      lose()
      const found = how === 'find' ? journal.find(() => true) : await journal.wait(() => true, { timeoutMs: 1 })
      expect(found).toEqual([])
    },
  })
  expect(await runCheck(run, look)).toMatchObject({
    outcome: 'blocked',
    reason: expect.stringContaining('may have lost'),
  })
})
