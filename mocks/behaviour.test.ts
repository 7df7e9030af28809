import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Behaviour } from '../harness/counterpart.ts'
import { endlessBytes } from './behaviour.ts'
import { inProcess, overHttp, type TestCounterpart } from './counterpart.test.fixture.ts'

const transports: [string, () => Promise<TestCounterpart>][] = [
  ['in process', inProcess],
  ['over HTTP', () => overHttp()],
]

describe.each(transports)('a behaviour %s', (_transport, start) => {
  let subject: TestCounterpart
  beforeEach(async () => {
    subject = await start()
  })
  afterEach(() => subject.counterpart.close())

  const fetchTrap = (behaviour: Behaviour, init?: RequestInit) =>
    subject.fetch(subject.counterpart.trap('', behaviour).path, init)
  const recordedRequests = () => subject.counterpart.journal.wait(() => true, { timeoutMs: 2_000 })

  test.each<[Behaviour, number, string]>([
    [{}, 200, '{}'],
    [{ body: 'raw {' }, 200, 'raw {'],
    [{ body: '' }, 200, ''],
    [{ body: null }, 200, 'null'],
    [{ body: { é: [1] } }, 200, '{"é":[1]}'],
    [{ status: 201 }, 201, '{}'],
    [{ status: 204 }, 204, ''],
    [{ status: 304, body: 'x' }, 304, ''],
  ])('%j gives its response', async (behaviour, status, body) => {
    const response = await fetchTrap(behaviour)
    expect([response.status, await response.text()]).toEqual([status, body])
  })

  test('an error status without a body gets an error body', async () => {
    const response = await fetchTrap({ status: 503 })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'UNAVAILABLE', details: {} } })
  })

  test('a redirect gives its location', async () => {
    const response = await fetchTrap({ redirect: 'http://127.0.0.1:1/x' })
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/x'])
    expect((await fetchTrap({ redirect: '/y', status: 307 })).status).toBe(307)
  })

  test('a delay passes before the response, not before the record', async () => {
    const response = fetchTrap({ delayMs: 80, body: 'late' })
    const [recorded] = await recordedRequests()
    expect(recorded?.responseStatus).toBeUndefined()
    expect(await (await response).text()).toBe('late')
    expect(performance.now() - (recorded?.at ?? 0)).toBeGreaterThanOrEqual(75)
    expect(recorded?.responseStatus).toBe(200)
  })

  test('a disconnection sends no response', async () => {
    await expect(fetchTrap({ disconnect: true })).rejects.toThrow('fetch failed')
    expect((await recordedRequests())[0]).not.toHaveProperty('responseStatus')
  })

  test('hanging ends when the counterpart closes', async () => {
    const response = fetchTrap({ hang: true }).catch(error => error)
    expect(await recordedRequests()).toHaveLength(1)
    await subject.counterpart.close()
    expect(await response).toBeInstanceOf(TypeError)
  })

  test('hanging ends when the caller leaves', async () => {
    const leave = new AbortController()
    const response = fetchTrap({ hang: true }, { signal: leave.signal }).catch(error => error)
    await recordedRequests()
    leave.abort()
    expect(await response).toBeInstanceOf(Error)
  })

  test('hanging ends at its limit', async () => {
    const end = new AbortController()
    const response = fetchTrap({ hang: true, until: end.signal }).catch(error => error)
    expect(await recordedRequests()).toHaveLength(1)
    end.abort()
    expect(await response).toBeInstanceOf(TypeError)
  })

  test('an endless body begins with the given text and continues', async () => {
    const response = await fetchTrap({ endless: true, body: '{"config":' })
    expect(response.status).toBe(200)
    const reader = response.body?.getReader()
    let text = ''
    while (text.length < 300_000) text += Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(text.trimEnd()).toBe('{"config":')
    await reader?.cancel()
  })

  test('an endless body is eventually cut off', async () => {
    const response = await fetchTrap({ endless: true })
    let read = 0
    const readAll = async () => {
      for await (const chunk of response.body ?? []) read += chunk.length
    }
    await expect(readAll()).rejects.toThrow()
    expect(read).toBeLessThanOrEqual(endlessBytes)
    expect(read).toBeGreaterThan(endlessBytes / 2)
  })

  test('an endless body ends when the counterpart closes', async () => {
    const response = await fetchTrap({ endless: true })
    const reader = response.body?.getReader()
    await reader?.read()
    await subject.counterpart.close()
    const drain = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(drain()).rejects.toThrow()
  })
})
