import { describe, expect, test, vi } from 'vitest'
import type { RecordedRequest, RequestKind } from '../harness/counterpart.ts'
import { bodyBytes, recordedRequest } from './recorded-request.ts'
import { createRequestHistory } from './request-history.ts'
import { createRequestJournal } from './request-journal.ts'

const recordedOf = (kind: RequestKind, body: unknown = {}, rawHeaders: string[] = []): RecordedRequest =>
  recordedRequest({ method: 'POST', path: '/x', rawHeaders, bytes: Buffer.from(JSON.stringify(body)) }, { kind })

const notification = (reference: string, txid = 't') =>
  recordedOf('notification', { proof: { txid, to: { reference } } })

const isAbout = (reference: string) => (request: RecordedRequest) => request.reference === reference

describe('the journal', () => {
  test('finds requests in order of arrival', () => {
    const journal = createRequestJournal()
    const [first, , third] = [notification('a'), notification('b'), notification('a', 'u')].map(request =>
      journal.append(request),
    )
    expect(journal.all).toHaveLength(3)
    expect(journal.find(isAbout('a'))).toEqual([first, third])
    expect(journal.find(isAbout('c'))).toEqual([])
    expect(journal.find(() => true)).toHaveLength(3)
  })

  test('a process that was suspended reads the requests that have arrived before it gives up', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] })
    try {
      const journal = createRequestJournal()
      const waiting = journal.wait(isAbout('a'), { timeoutMs: 1_000 })
      const now = performance.now.bind(performance)
      vi.spyOn(performance, 'now').mockImplementation(() => now() + 60_000)
      await vi.advanceTimersByTimeAsync(500)
      const late = journal.append(notification('a'))
      expect(await waiting).toEqual([late])
    } finally {
      vi.restoreAllMocks()
      vi.useRealTimers()
    }
  })

  test('finds those that arrived after others, even if the oldest were dropped', () => {
    const journal = createRequestJournal()
    journal.append(notification('a'))
    const since = journal.count
    const later = journal.append(notification('a'))
    expect(journal.find(isAbout('a'), since)).toEqual([later])
    for (let count = 0; count < 50_000; count++) journal.append(notification('b'))
    expect(journal.all.length).toBeLessThan(50_000)
    expect(journal.count).toBe(50_002)
    const last = journal.append(notification('a'))
    expect(journal.find(isAbout('a'), since)).toEqual([last])
    expect(journal.find(isAbout('a'), journal.count - 1)).toEqual([last])
    expect(journal.find(isAbout('a'), journal.count)).toEqual([])
  })

  test('waiting resolves on arrival', async () => {
    const journal = createRequestJournal()
    journal.append(notification('a'))
    const both = journal.wait(isAbout('a'), { count: 2, timeoutMs: 60_000 })
    const one = journal.wait(request => request.reference === 'b', { timeoutMs: 60_000 })
    journal.append(notification('b'))
    expect(await one).toHaveLength(1)
    journal.append(notification('a'))
    expect(await both).toHaveLength(2)
    expect(await journal.wait(isAbout('a'), { count: 2, timeoutMs: 60_000 })).toHaveLength(2)
  })

  test('waiting ends with fewer at the timeout', async () => {
    const journal = createRequestJournal()
    journal.append(notification('a'))
    const started = performance.now()
    expect(await journal.wait(request => request.reference === 'a', { count: 2, timeoutMs: 30 })).toHaveLength(1)
    expect(performance.now() - started).toBeGreaterThanOrEqual(25)
  })

  test('waiting ends with fewer when the journal closes', async () => {
    const journal = createRequestJournal()
    const waiting = journal.wait(() => true, { timeoutMs: 60_000 })
    journal.close()
    expect(await waiting).toEqual([])
    expect(await journal.wait(() => true, { timeoutMs: 60_000 })).toEqual([])
  })

  test('waiting is ended by its signal', async () => {
    const journal = createRequestJournal()
    const stop = new AbortController()
    const waiting = journal.wait(() => true, { timeoutMs: 60_000, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(journal.wait(() => true, { timeoutMs: 1, signal: stop.signal })).rejects.toThrow('enough')
  })

  test('an error of the filter reaches the caller of wait, not the sender', async () => {
    const journal = createRequestJournal()
    const waiting = journal.wait(
      () => {
        throw new Error('a filter that fails')
      },
      { timeoutMs: 60_000 },
    )
    expect(() => journal.append(notification('a'))).not.toThrow()
    await expect(waiting).rejects.toThrow('a filter that fails')
  })
})

describe('a record', () => {
  test('keeps headers as sent and joins them by name', () => {
    const raw = ['X-OC-ID', '1', 'x-b', 'é', 'X-oc-id', '2', '__proto__', 'x']
    const { rawHeaders, headers } = recordedOf('other', {}, raw)
    expect(rawHeaders).toEqual(raw)
    expect(Object.entries(headers)).toEqual([
      ['__proto__', 'x'],
      ['x-b', 'é'],
      ['x-oc-id', '1, 2'],
    ])
  })

  test('cuts a long body, but keeps the names in it', () => {
    const long = { memo: 'm'.repeat(2 * bodyBytes), proof: { txid: 't', to: { reference: 'r' } } }
    const recorded = recordedOf('notification', long)
    expect(recorded.body).toHaveLength(bodyBytes)
    expect(recorded).toMatchObject({ txid: 't', reference: 'r' })
    expect(recorded).not.toHaveProperty('json')
  })

  test('ignores a name that is not a string or is too long', () => {
    expect(recordedOf('notification', { proof: { txid: 7, to: { reference: 'r'.repeat(1_000) } } })).not.toHaveProperty(
      'txid',
    )
    expect(notification('r'.repeat(1_000))).not.toHaveProperty('reference')
  })
})

describe('history', () => {
  test('strips the oldest bodies beyond its weight, never the newest', () => {
    const history = createRequestHistory({ weight: 5_000, count: 1_000 })
    for (let i = 0; i < 50; i++) history.append(recordedOf('other', 'x'.repeat(1_000), ['a', 'b']))
    expect(history.all).toHaveLength(50)
    expect(history.all[0]).toMatchObject({ body: '', rawHeaders: [], headers: {}, path: '/x' })
    expect(history.all.filter(request => request.body !== '')).toHaveLength(4)
    history.append(recordedOf('other', 'x'.repeat(100_000)))
    expect(history.all.filter(request => request.body !== '')).toHaveLength(1)
  })

  test('counts what JSON becomes in memory', () => {
    const history = createRequestHistory({ weight: 100_000, count: 1_000 })
    for (let i = 0; i < 10; i++) history.append(recordedOf('other', Array(1_000).fill([])))
    expect(history.all.filter(request => request.json !== undefined)).toHaveLength(1)
  })

  test('drops the oldest beyond its count', () => {
    const history = createRequestHistory({ weight: 1_000_000, count: 100 })
    for (let i = 0; i < 250; i++) history.append(notification('order', `tx-${i}`))
    expect(history.all.length).toBeLessThanOrEqual(100)
    expect(history.all.at(-1)?.txid).toBe('tx-249')
  })

  test('shortens long paths of the oldest', () => {
    const history = createRequestHistory({ weight: 10, count: 100 })
    for (let i = 0; i < 2; i++) history.append({ ...recordedOf('other'), path: `/${'p'.repeat(10_000)}` })
    expect(history.all.map(request => request.path.length)).toEqual([1_024, 10_001])
  })
})
