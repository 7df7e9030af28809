import { describe, expect, test } from 'vitest'
import { createHistory } from './journal-index.ts'
import { bodyBytes, type Kind, type RecordedRequest, recordedRequest } from './recorded-request.ts'
import { createJournal, notificationOf } from './request-journal.ts'

const seen = (kind: Kind, body: unknown = {}, rawHeaders: string[] = []): RecordedRequest =>
  recordedRequest({ method: 'POST', path: '/x', rawHeaders, bytes: Buffer.from(JSON.stringify(body)) }, { kind })

const told = (reference: string, txid = 't') => seen('notification', { proof: { txid, to: { reference } } })

describe('witnessing', () => {
  test('finds what came, in order', () => {
    const journal = createJournal()
    const [first, , third] = [told('a'), told('b'), told('a', 'u')].map(journal.append)
    expect(journal.all).toHaveLength(3)
    expect(journal.find(notificationOf({ reference: 'a' }))).toEqual([first, third])
    expect(journal.find(notificationOf({ reference: 'a', txid: 'u' }))).toEqual([third])
    expect(journal.find(notificationOf({ txid: 'none' }))).toEqual([])
    expect(journal.find(notificationOf({}))).toHaveLength(3)
  })

  test('a lost notification is no notification', () => {
    const journal = createJournal()
    journal.append({ ...told('a'), kind: 'other' })
    expect(journal.find(notificationOf({ reference: 'a' }))).toEqual([])
    expect(journal.find(w => w.reference === 'a')).toHaveLength(1)
  })

  test('waiting resolves on arrival', async () => {
    const journal = createJournal()
    journal.append(told('a'))
    const both = journal.wait(notificationOf({ reference: 'a' }), { count: 2, timeoutMs: 60_000 })
    const one = journal.wait(w => w.reference === 'b', { timeoutMs: 60_000 })
    journal.append(told('b'))
    expect(await one).toHaveLength(1)
    journal.append(told('a'))
    expect(await both).toHaveLength(2)
    expect(await journal.wait(notificationOf({ reference: 'a' }), { count: 2, timeoutMs: 60_000 })).toHaveLength(2)
  })

  test('waiting ends with fewer at the timeout', async () => {
    const journal = createJournal()
    journal.append(told('a'))
    const started = performance.now()
    expect(await journal.wait(w => w.reference === 'a', { count: 2, timeoutMs: 30 })).toHaveLength(1)
    expect(performance.now() - started).toBeGreaterThanOrEqual(25)
  })

  test('waiting ends with fewer when the witness closes', async () => {
    const journal = createJournal()
    const waiting = journal.wait(() => true, { timeoutMs: 60_000 })
    journal.close()
    expect(await waiting).toEqual([])
    expect(await journal.wait(() => true, { timeoutMs: 60_000 })).toEqual([])
  })

  test('waiting is broken off by its signal', async () => {
    const journal = createJournal()
    const stop = new AbortController()
    const waiting = journal.wait(() => true, { timeoutMs: 60_000, signal: stop.signal })
    stop.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
    await expect(journal.wait(() => true, { timeoutMs: 1, signal: stop.signal })).rejects.toThrow('enough')
  })

  test('what a match throws reaches who waits, not who sends', async () => {
    const journal = createJournal()
    const waiting = journal.wait(
      () => {
        throw new Error('a match that stumbles')
      },
      { timeoutMs: 60_000 },
    )
    expect(() => journal.append(told('a'))).not.toThrow()
    await expect(waiting).rejects.toThrow('a match that stumbles')
  })

  test('many entries are looked up quickly', () => {
    const journal = createJournal()
    for (let i = 0; i < 20_000; i++) journal.append(told(`order-${i}`, `tx-${i}`))
    const started = performance.now()
    for (let i = 0; i < 20_000; i++) expect(journal.find(notificationOf({ txid: `tx-${i}` })).length === 1).toBe(true)
    expect(performance.now() - started).toBeLessThan(2_000)
  })
})

describe('a record', () => {
  test('keeps headers as sent, and joins them by name', () => {
    const raw = ['X-OC-ID', '1', 'x-b', 'é', 'X-oc-id', '2', '__proto__', 'x']
    const { rawHeaders, headers } = seen('other', {}, raw)
    expect(rawHeaders).toEqual(raw)
    expect(Object.entries(headers)).toEqual([
      ['__proto__', 'x'],
      ['x-b', 'é'],
      ['x-oc-id', '1, 2'],
    ])
  })

  test('cuts a long body, but reads the names in it', () => {
    const long = { memo: 'm'.repeat(2 * bodyBytes), proof: { txid: 't', to: { reference: 'r' } } }
    const recorded = seen('notification', long)
    expect(recorded.body).toHaveLength(bodyBytes)
    expect(recorded).toMatchObject({ txid: 't', reference: 'r' })
    expect(recorded).not.toHaveProperty('json')
  })

  test('takes no name that is not a string, or too long for one', () => {
    expect(seen('notification', { proof: { txid: 7, to: { reference: 'r'.repeat(1_000) } } })).not.toHaveProperty(
      'txid',
    )
    expect(told('r'.repeat(1_000))).not.toHaveProperty('reference')
  })
})

describe('history', () => {
  test('drops the oldest bodies beyond its weight, never the newest', () => {
    const history = createHistory({ weight: 5_000, count: 1_000 })
    for (let i = 0; i < 50; i++) history.append(seen('other', 'x'.repeat(1_000), ['a', 'b']))
    expect(history.all).toHaveLength(50)
    expect(history.all[0]).toMatchObject({ body: '', rawHeaders: [], headers: {}, path: '/x' })
    expect(history.all.filter(w => w.body !== '')).toHaveLength(4)
    history.append(seen('other', 'x'.repeat(100_000)))
    expect(history.all.filter(w => w.body !== '')).toHaveLength(1)
  })

  test('counts what JSON becomes in memory', () => {
    const history = createHistory({ weight: 100_000, count: 1_000 })
    for (let i = 0; i < 10; i++) history.append(seen('other', Array(1_000).fill([])))
    expect(history.all.filter(w => w.json !== undefined)).toHaveLength(1)
  })

  test('forgets the oldest beyond its count, and their names', () => {
    const history = createHistory({ weight: 1_000_000, count: 100 })
    for (let i = 0; i < 250; i++) history.append(told(i % 2 ? 'odd' : 'even', `tx-${i}`))
    expect(history.all.length).toBeLessThanOrEqual(100)
    expect(history.all.at(-1)?.txid).toBe('tx-249')
    expect(history.candidates({ txid: 'tx-0' })).toEqual([])
    expect(history.candidates({ reference: 'odd' })).toEqual(history.all.filter(w => w.reference === 'odd'))
  })

  test('shortens long paths of the oldest', () => {
    const history = createHistory({ weight: 10, count: 100 })
    for (let i = 0; i < 2; i++) history.append({ ...seen('other'), path: `/${'p'.repeat(10_000)}` })
    expect(history.all.map(w => w.path.length)).toEqual([1_024, 10_001])
  })
})
