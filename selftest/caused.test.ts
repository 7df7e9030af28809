import { expect, test, vi } from 'vitest'
import type { RecordedRequest } from '../harness/counterpart.ts'
import { createRequestJournal } from '../mocks/request-journal.ts'
import { requireCaused } from '../suites/support/caused.ts'

const connection = { kind: 'tls', path: '', rawHeaders: [], body: '' } as unknown as RecordedRequest

/** Acts of 100 ms while `send` may send a connection; returns how that ends, in simulated time. */
const afterwards = async (act: (send: () => void) => Promise<void>, strangersMs?: number) => {
  vi.useFakeTimers()
  try {
    const journal = createRequestJournal()
    const send = () => void journal.append({ ...connection, at: performance.now() })
    const strangers = strangersMs === undefined ? undefined : setInterval(send, strangersMs)
    const context = {
      counterpart: { journal },
      idle: <T>(work: Promise<T>) => work,
      signal: new AbortController().signal,
    } as unknown as Parameters<typeof requireCaused>[0]
    const ended = requireCaused(context, ({ kind }) => kind === 'tls', { act: () => act(send), withinMs: 1_000 }).then(
      () => 'caused',
      (error: Error) => error.message.replace(/:.*/, ''),
    )
    await vi.advanceTimersByTimeAsync(60_000)
    clearInterval(strangers)
    return await ended
  } finally {
    vi.useRealTimers()
  }
}

const pause = () => new Promise<void>(resolve => void setTimeout(resolve, 100))

test('what follows each act, and never occurs without one, is its effect', async () => {
  const act = async (send: () => void) => {
    send()
    await pause()
  }
  expect(await afterwards(act)).toBe('caused')
})

test('a single request is not', async () => {
  let acts = 0
  const act = async (send: () => void) => {
    if (++acts === 1) send()
    await pause()
  }
  expect(await afterwards(act)).toContain('was not repeated when its cause was')
})

test.each([50, 300, 700, 1_100, 1_500, 2_000, 3_000, 4_000, 9_000])(
  'a request of others every %i ms is not',
  async strangersMs => {
    expect(await afterwards(pause, strangersMs)).toMatch(/^others than the target|was not repeated/)
  },
)
