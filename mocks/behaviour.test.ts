import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { type Behaviour, endlessBytes } from './behaviour.ts'
import { inProcess, overHttp, type Played } from './counterpart.test.fixture.ts'

const stages: [string, () => Promise<Played>][] = [
  ['in process', inProcess],
  ['over HTTP', () => overHttp()],
]

describe.each(stages)('a behaviour %s', (_where, play) => {
  let played: Played
  beforeEach(async () => {
    played = await play()
  })
  afterEach(() => played.counterpart.close())

  const askTrap = (behaviour: Behaviour, init?: RequestInit) =>
    played.ask(played.counterpart.trap('', behaviour).path, init)
  const arrived = () => played.counterpart.journal.wait(() => true, { timeoutMs: 2_000 })

  test.each<[Behaviour, number, string]>([
    [{}, 200, '{}'],
    [{ body: 'raw {' }, 200, 'raw {'],
    [{ body: '' }, 200, ''],
    [{ body: null }, 200, 'null'],
    [{ body: { é: [1] } }, 200, '{"é":[1]}'],
    [{ status: 201 }, 201, '{}'],
    [{ status: 204 }, 204, ''],
    [{ status: 304, body: 'x' }, 304, ''],
  ])('%j is answered as such', async (behaviour, status, body) => {
    const response = await askTrap(behaviour)
    expect([response.status, await response.text()]).toEqual([status, body])
  })

  test('an error status without a body gets an error body', async () => {
    const response = await askTrap({ status: 503 })
    expect(response.status).toBe(503)
    expect(await response.json()).toMatchObject({ error: { code: 'UNAVAILABLE', details: {} } })
  })

  test('a redirect says where to', async () => {
    const response = await askTrap({ redirect: 'http://127.0.0.1:1/x' })
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://127.0.0.1:1/x'])
    expect((await askTrap({ redirect: '/y', status: 307 })).status).toBe(307)
  })

  test('a delay passes before the answer, not before the witness', async () => {
    const response = askTrap({ delayMs: 80, body: 'late' })
    const [recorded] = await arrived()
    expect(recorded?.answer).toBeUndefined()
    expect(await (await response).text()).toBe('late')
    expect(performance.now() - (recorded?.at ?? 0)).toBeGreaterThanOrEqual(75)
    expect(recorded?.answer).toBe(200)
  })

  test('a disconnection is no answer', async () => {
    await expect(askTrap({ disconnect: true })).rejects.toThrow('fetch failed')
    expect((await arrived())[0]).not.toHaveProperty('answer')
  })

  test('hanging ends when the counterpart closes', async () => {
    const asked = askTrap({ hang: true }).catch(error => error)
    expect(await arrived()).toHaveLength(1)
    await played.counterpart.close()
    expect(await asked).toBeInstanceOf(TypeError)
  })

  test('hanging ends when the caller leaves', async () => {
    const leave = new AbortController()
    const asked = askTrap({ hang: true }, { signal: leave.signal }).catch(error => error)
    await arrived()
    leave.abort()
    expect(await asked).toBeInstanceOf(Error)
  })

  test('an endless body begins with what was given, and goes on', async () => {
    const response = await askTrap({ endless: true, body: '{"config":' })
    expect(response.status).toBe(200)
    const reader = response.body?.getReader()
    let text = ''
    while (text.length < 300_000) text += Buffer.from((await reader?.read())?.value ?? []).toString()
    expect(text.trimEnd()).toBe('{"config":')
    await reader?.cancel()
  })

  test('an endless body is cut off in the end', async () => {
    const response = await askTrap({ endless: true })
    let read = 0
    const readAll = async () => {
      for await (const chunk of response.body ?? []) read += chunk.length
    }
    await expect(readAll()).rejects.toThrow()
    expect(read).toBeLessThanOrEqual(endlessBytes)
    expect(read).toBeGreaterThan(endlessBytes / 2)
  })

  test('an endless body ends when the counterpart closes', async () => {
    const response = await askTrap({ endless: true })
    const reader = response.body?.getReader()
    await reader?.read()
    await played.counterpart.close()
    const drain = async () => {
      while (!(await reader?.read())?.done);
    }
    await expect(drain()).rejects.toThrow()
  })
})
