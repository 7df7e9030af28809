import { setImmediate as nextTurn } from 'node:timers/promises'
import { expect, test } from 'vitest'
import type { Outgoing, Sender } from './http-request.ts'
import type { Pace } from './pace.ts'
import { responseWith } from './response.test.fixture.ts'
import type { HttpResponse } from './response.ts'
import { createThrottledTime } from './throttled-time.ts'
import { sendUntilAdmitted } from './throttling.ts'

const responseOf = (status: number, headers: [string, string][] = []): HttpResponse => responseWith({ status, headers })

const requestTo = (path: string) => ({ method: 'GET', origin: 'http://127.0.0.1', path, headers: [] })

/** Answers each path with its listed statuses in order, and repeats the last; counts requests. */
const targetOf = (statuses: Record<string, [number, ...number[]]>, headers: [string, string][] = []) => {
  const sent: string[] = []
  const slowed: (number | undefined)[] = []
  let isBusy = false
  const pace: Pace = {
    start: async () => () => undefined,
    startNow: () => undefined,
    slowDown: retryAfterMs => {
      slowed.push(retryAfterMs)
      isBusy = true
    },
    isBusy: () => isBusy,
  }
  const underWay = new Set<string>()
  const met = Promise.withResolvers<void>()
  const once = async (outgoing: Outgoing): Promise<HttpResponse> => {
    const { path } = typeof outgoing === 'function' ? outgoing() : outgoing
    // A path that ends in `!` is locked while a request for it is in progress.
    if (path.endsWith('!')) {
      if (underWay.has(path)) return responseOf(503)
      underWay.add(path)
      await nextTurn()
      underWay.delete(path)
    }
    // A path that ends in `+` is answered a second time only while another request is in progress.
    if (path.endsWith('+') && sent.includes(path)) {
      underWay.add(path)
      if (underWay.size === 2) met.resolve()
      await met.promise
    }
    const known = statuses[path] ?? [200]
    const status = known[Math.min(sent.filter(earlier => earlier === path).length, known.length - 1)] ?? 200
    sent.push(path)
    return responseOf(status, status >= 400 ? headers : [])
  }
  const respondedWith503 = new Set<string>()
  const sender: Sender = { check: 'checkout/valid-order', signal: new AbortController().signal }
  const throttled = createThrottledTime({ ms: 60_000, onSpent: () => undefined })
  const attempts = {
    once,
    pace,
    throttled,
    control: requestTo('/metadata.json'),
    respondedWith503,
    repeated: new Map(),
    staggers: new Map(),
  }
  const send = (path: string) => sendUntilAdmitted(attempts, requestTo(path), sender)
  const sendInRace = (path: string) =>
    sendUntilAdmitted(attempts, requestTo(path), { ...sender, ready: async () => undefined })
  return { send, sendInRace, sent, slowed }
}

test('a request that is throttled is sent again, and the run slows down for as long as Retry-After asks', async () => {
  const { send, sent, slowed } = targetOf({ '/a': [429, 429, 200] }, [['retry-after', '7']])
  expect((await send('/a')).status).toBe(200)
  expect(sent).toEqual(['/a', '/a', '/a'])
  expect(slowed).toEqual([7_000, 7_000])
})

test('so does a 403 with Retry-After; one without is the response', async () => {
  const { send, slowed } = targetOf({ '/a': [403, 200] }, [['retry-after', '2']])
  expect((await send('/a')).status).toBe(200)
  expect(slowed).toEqual([2_000])
  expect((await targetOf({ '/a': [403, 200] }).send('/a')).status).toBe(403)
})

test('a request of a race that was throttled among the others is sent again without slowing down the run', async () => {
  const { sendInRace, sent, slowed } = targetOf({ '/a': [429, 200] })
  expect((await sendInRace('/a')).status).toBe(200)
  expect(sent).toEqual(['/a', '/a'])
  expect(slowed).toEqual([])
})

test('a request that stays throttled gets no response: it is never judged', async () => {
  const { send, sent } = targetOf({ '/a': [429] })
  const { silence } = await send('/a')
  expect(silence).toMatchObject({ kind: 'throttled', message: expect.stringContaining('--max-rps') })
  expect(sent).toHaveLength(24)
})

test('a request that a busy target refuses with 503 is sent again until it is answered', async () => {
  const { send, sent } = targetOf({ '/a': [503, 503, 200], '/metadata.json': [503, 200] })
  expect((await send('/a')).status).toBe(200)
  expect(sent).toEqual(['/a', '/metadata.json', '/a', '/metadata.json', '/a'])
})

test('a 503 that returns while the control is answered is the response; the next one is taken immediately', async () => {
  const { send, sent, slowed } = targetOf({ '/a': [503] })
  const { status, silence } = await send('/a')
  expect({ status, silence }).toEqual({ status: 503, silence: undefined })
  expect(slowed).toEqual([])
  const before = sent.length
  expect((await send('/a')).status).toBe(503)
  expect(sent.length).toBe(before + 1)
})

const withBody = (code: string, headers: [string, string][] = []): HttpResponse => ({
  ...responseOf(503, headers),
  json: { error: { code, message: 'The request cannot be carried out now.', details: {} } },
})

/** Answers a request with one response and the control with another; returns the requests, and how the run was slowed down. */
const answering = async (response: HttpResponse, control = responseOf(200)) => {
  const sent: string[] = []
  const slowed: (number | undefined)[] = []
  const pace: Pace = {
    start: async () => () => undefined,
    startNow: () => undefined,
    slowDown: ms => void slowed.push(ms),
    // The target recently reported an overload.
    isBusy: () => true,
  }
  const once = async (outgoing: Outgoing): Promise<HttpResponse> => {
    const { path } = typeof outgoing === 'function' ? outgoing() : outgoing
    sent.push(path)
    return path === '/metadata.json' ? control : response
  }
  const throttled = createThrottledTime({ ms: 60_000, onSpent: () => undefined })
  const known = { throttled, respondedWith503: new Set<string>(), repeated: new Map(), staggers: new Map() }
  const sender: Sender = { check: 'webhook/issuers', signal: new AbortController().signal }
  const got = await sendUntilAdmitted(
    { once, pace, control: requestTo('/metadata.json'), ...known },
    requestTo('/a'),
    sender,
  )
  return { sent, slowed, got }
}

test('a 503 with a code of the document is the response without a retry, and does not change the pace', async () => {
  const { sent, slowed, got } = await answering(withBody('UNKNOWN_OCID'))
  expect({ sent, slowed, silence: got.silence }).toEqual({ sent: ['/a'], slowed: [], silence: undefined })
})

test('a 503 with a code and Retry-After is the response as well, if the target answers other requests', async () => {
  const { sent, slowed } = await answering(withBody('UNKNOWN_OCID', [['retry-after', '30']]))
  expect({ sent, slowed }).toEqual({ sent: ['/a', '/metadata.json'], slowed: [] })
})

test('a 503 with another error body is finally the response, and does not change the pace', async () => {
  const { slowed, got } = await answering(withBody('ISSUER_UNAVAILABLE'))
  expect({ status: got.status, silence: got.silence, slowed }).toEqual({ status: 503, silence: undefined, slowed: [] })
})

test('a 503 that asks for a pause changes the pace', async () => {
  const { slowed } = await answering(withBody('ISSUER_UNAVAILABLE', [['retry-after', '2']]))
  expect(slowed[0]).toBe(2_000)
})

test('requests of a race that were rejected together overlap again when they are retried', async () => {
  const { sendInRace, sent } = targetOf({ '/a+': [503, 200], '/b+': [503, 200] })
  const responses = await Promise.all([sendInRace('/a+'), sendInRace('/b+')])
  expect(responses.map(({ status }) => status)).toEqual([200, 200])
  expect(sent.filter(path => path.endsWith('+'))).toHaveLength(4)
})

test('any number of requests that lock each other out are answered one by one', async () => {
  const { send, slowed } = targetOf({})
  const responses = await Promise.all(Array.from({ length: 12 }, () => send('/one-at-a-time!')))
  expect(responses.map(({ status }) => status)).toEqual(Array.from({ length: 12 }, () => 200))
  expect(slowed).toEqual([])
})

test.each([200, 404, 500, 502])('%s is a response', async status => {
  const { send, sent } = targetOf({ '/a': [status] })
  expect((await send('/a')).status).toBe(status)
  expect(sent).toEqual(['/a'])
})
