import { expect, test } from 'vitest'
import { createHttpClient } from './http-client.ts'
import { createGate, heldOnce } from './lanes.ts'

const settled = () => new Promise(resolve => setImmediate(resolve))

/** Waits at a gate, and records whether it has passed. */
const partyAt = (ready: () => Promise<void>) => {
  const party = { hasPassed: false }
  void ready().then(() => {
    party.hasPassed = true
  })
  return party
}

test('a gate opens when every party waits, and closes again behind them', async () => {
  const { ready } = createGate(2, new AbortController().signal)
  for (const _round of [1, 2]) {
    const first = partyAt(ready)
    await settled()
    expect(first.hasPassed).toBe(false)
    const second = partyAt(ready)
    await settled()
    expect([first.hasPassed, second.hasPassed]).toEqual([true, true])
  }
})

test('a party that leaves does not hold the others back', async () => {
  const gate = createGate(2, new AbortController().signal)
  const party = partyAt(gate.ready)
  gate.leave()
  await settled()
  expect(party.hasPassed).toBe(true)
})

test('a gate opens permanently when its check ends', async () => {
  const controller = new AbortController()
  const { ready } = createGate(3, controller.signal)
  const before = partyAt(ready)
  controller.abort()
  const after = partyAt(ready)
  await settled()
  expect([before.hasPassed, after.hasPassed]).toEqual([true, true])
})

test('a request that is sent again does not wait', async () => {
  const { ready } = createGate(2, new AbortController().signal)
  const held = heldOnce({ ready })
  const first = partyAt(held)
  const again = partyAt(held)
  await settled()
  expect([first.hasPassed, again.hasPassed]).toEqual([false, true])
})

test('a client builds each request when it has its turn, and sends it once all are built', async () => {
  const ids = new Set<string>()
  const http = createHttpClient({ evidence: { write: ({ id }) => void ids.add(id) }, timeoutMs: 1_000, concurrency: 4 })
  const { signal } = new AbortController()
  const { ready } = createGate(3, signal)
  const steps: string[] = []
  const send = () =>
    http.send(
      () => {
        steps.push('made')
        return { method: 'GET', origin: 'http://127.0.0.1:1', path: '/', headers: [] }
      },
      {
        check: 'race',
        signal,
        ready: async () => {
          await ready()
          steps.push('sent')
        },
      },
    )
  await Promise.all([send(), send(), send()])
  await http.close()
  expect(steps).toEqual(['made', 'made', 'made', 'sent', 'sent', 'sent'])
  expect(ids).toEqual(new Set(Array.from({ length: 9 }, (_, at) => String(at + 1))))
})
