import { afterEach, describe, expect, test } from 'vitest'
import { Blocked } from '../../harness/outcome.ts'
import { createRequestJournal } from '../../mocks/request-journal.ts'
import type { PersonTask } from '../../pages/person/desk.ts'
import { createDesk } from './desk.ts'
import { servePerson } from './server.ts'

const baseUrl = 'http://127.0.0.1:4900'
const end = `${baseUrl}/2001/completed?visit=visit-1`
const task: PersonTask = { title: 'Pay this order', todo: 'Pay.', link: 'https://pay.example/1', ends: [end] }

const closing: (() => Promise<void>)[] = []
afterEach(async () => {
  for (const close of closing.splice(0)) await close()
})

const serve = async (patienceMs = 60_000) => {
  const journal = createRequestJournal()
  const desk = createDesk({ counterpart: { baseUrl, journal }, patienceMs })
  const server = await servePerson(desk, 'https://pay.example')
  closing.push(async () => {
    desk.close()
    await server.close()
  })
  const send = (path: string, fields: Record<string, string>, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { method: 'POST', body: new URLSearchParams(fields), headers, redirect: 'manual' })
  return { journal, desk, url: server.url, send }
}

const navigation = { accept: 'text/html,*/*;q=0.8', 'sec-fetch-mode': 'navigate', 'sec-fetch-dest': 'document' }

/** Over HTTP to another machine. */
const plainNavigation = { accept: navigation.accept, 'upgrade-insecure-requests': '1' }

const arrival = (path: string, kind: 'callback' | 'other' = 'callback') => ({
  at: performance.now(),
  receivedAt: Date.now(),
  method: 'GET',
  path,
  headers: navigation,
  rawHeaders: [],
  body: '',
  kind,
})

describe('a task', () => {
  test('continues by itself when a browser reaches the counterpart, but not for an earlier visit', async () => {
    const { journal, desk } = await serve()
    journal.append(arrival('/2001/completed?visit=visit-1'))
    const asked = desk.ask(task, undefined)
    journal.append(arrival('/2001/completed?visit=visit-2'))
    expect(desk.open).toHaveLength(1)
    journal.append(arrival('/2001/completed?visit=visit-1&more=1'))
    expect(await asked).toMatchObject({ endedAt: `${end}&more=1`, seen: { method: 'GET' } })
    expect([desk.open.length, desk.done]).toEqual([0, 1])
  })

  test.each([
    { method: 'HEAD' },
    { method: 'OPTIONS' },
    { headers: { accept: '*/*' } },
    { headers: { accept: navigation.accept } },
    { headers: { ...navigation, 'sec-purpose': 'prefetch;prerender' } },
    { headers: { accept: navigation.accept, purpose: 'prefetch' } },
    { headers: { ...navigation, 'sec-fetch-mode': 'no-cors' } },
    { headers: { ...navigation, 'sec-fetch-dest': 'iframe' } },
  ])('does not continue for a request that no person sees: %j', async changes => {
    const { journal, desk } = await serve()
    const asked = desk.ask(task, undefined)
    journal.append({ ...arrival('/2001/completed?visit=visit-1&by=another'), ...changes })
    journal.append({ ...arrival('/2001/completed?visit=visit-1'), headers: plainNavigation })
    expect(await asked).toMatchObject({ endedAt: end })
  })

  test('continues by itself at an address that the counterpart does not serve', async () => {
    const { journal, desk } = await serve()
    const asked = desk.ask({ ...task, ends: [`${baseUrl}/2001/cancelled/%20/x?#part`] }, undefined)
    journal.append(arrival('/2001/cancelled', 'other'))
    journal.append(arrival('/2001/cancelled/%20/x?', 'other'))
    expect(await asked).toMatchObject({ endedAt: `${baseUrl}/2001/cancelled/%20/x?` })
  })

  test('ends with the address that the person enters, if it is an expected one', async () => {
    const { desk, send } = await serve()
    const asked = desk.ask(task, undefined)
    const wrong = await send('ended', { task: '1', address: `${baseUrl}/2001/completed` })
    expect(wrong.headers.get('location')).toBe('./?wrong=1#task-1')
    await send('ended', { task: '1', address: ` ${end} ` })
    expect(await asked).toEqual({ endedAt: end })
  })

  test('ends with the reason why the person cannot complete it', async () => {
    const { desk, send } = await serve()
    const asked = desk.ask(task, undefined)
    await send('cannot', { task: '1', reason: 'The card is declined.' })
    expect(await asked).toEqual({ cannot: 'The card is declined.' })
  })

  test('blocks if no one acts in time, as do later ones until someone opens the page', async () => {
    const { desk, url } = await serve(20)
    await expect(desk.ask(task, undefined)).rejects.toThrow(Blocked)
    await expect(desk.ask(task, undefined)).rejects.toThrow('no one did')
    await fetch(url)
    const asked = desk.ask(task, undefined)
    desk.cannot(desk.open[0]?.id ?? 0, 'no')
    expect(await asked).toEqual({ cannot: 'no' })
  })

  test('ends with the check that requested it', async () => {
    const { desk } = await serve()
    const check = new AbortController()
    const asked = desk.ask(task, check.signal)
    check.abort(new Error('over'))
    await expect(asked).rejects.toThrow('over')
    expect(desk.open).toEqual([])
  })
})

describe('the page', () => {
  test('is available to anyone with its address, and accepts nothing from another site', async () => {
    const { url, send, desk } = await serve()
    void desk.ask(task, undefined).catch(() => undefined)
    expect((await fetch(url)).status).toBe(200)
    expect((await fetch(new URL('/', url))).status).toBe(404)
    expect((await fetch(url.replace(/.{4}\/$/, 'AAAA/'))).status).toBe(404)
    expect((await send('cannot', { task: '1' }, { origin: 'https://evil.example' })).status).toBe(404)
    expect(desk.open).toHaveLength(1)
  })

  test('shows text of the target as text, and runs its own script only', async () => {
    const { url, desk } = await serve()
    void desk
      .ask({ ...task, title: '<script>alert(1)</script>', link: 'https://pay.example/"><b>' }, undefined)
      .catch(() => undefined)
    const response = await fetch(url)
    const text = await response.text()
    expect(text).toContain('&lt;script&gt;alert(1)&lt;/script&gt;')
    expect(text.match(/<script/g)).toHaveLength(1)
    expect(text).not.toContain('"><b>')
    expect(response.headers.get('content-security-policy')).toMatch(/default-src 'none'.*script-src 'sha256-[^']+';/)
  })
})
