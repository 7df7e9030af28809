import { expect, test } from 'vitest'
import { createAccountPool } from './actors/account-pool.ts'
import type { HttpRequest } from './http/http-request.ts'
import { responseWith } from './http/response.test.fixture.ts'
import type { HttpResponse } from './http/response.ts'
import type { Actor, RunContext } from './run-context.ts'
import { doubtAbout, noteUnsettled, settle } from './unsettled.ts'

const url = 'http://h:1/transfer/create'
const request: HttpRequest = { method: 'POST', origin: 'http://h:1', path: '/transfer/create', headers: [], body: '1' }
const answered = (status: number, code?: string) =>
  responseWith({ status, url, json: code === undefined ? {} : { error: { code } } })
const silent: HttpResponse = { ...answered(0), silence: { kind: 'timeout', message: 'no complete response in time' } }

const transfer = (from: number, to: number) => ({ from: { ocid: from }, to: { ocid: to } })

/** A run with treasury 3001, and purses 3011 and 3012. */
const newRun = () =>
  ({
    http: {},
    accountPool: createAccountPool([3011, 3012].map(ocid => ({ id: `purse${ocid}`, ocid }) as Actor)),
  }) as unknown as RunContext

const send = (run: RunContext, [from, to]: [number, number], response: HttpResponse) =>
  noteUnsettled(run, transfer(from, to), async built => {
    built(request)
    return response
  })

test('an unanswered transfer makes only its purse doubtful', async () => {
  const run = newRun()
  await send(run, [3001, 3011], silent)
  await send(run, [3001, 3012], answered(200))
  await send(run, [3001, 2001], silent)
  expect(doubtAbout(run, transfer(3011, 3001))).toMatch(/may have carried it out in the meantime/)
  expect(doubtAbout(run, transfer(3012, 3001))).toBeUndefined()
  expect(doubtAbout(run, transfer(3001, 2001))).toBeUndefined()
})

test('so does one that a proxy answers, and one that is interrupted once it was built', async () => {
  const run = newRun()
  await send(run, [3001, 3011], { ...answered(504), inFront: 'nginx' })
  const interrupted = noteUnsettled(run, transfer(3012, 3001), async built => {
    built(request)
    throw new Error('interrupted')
  })
  await expect(interrupted).rejects.toThrow('interrupted')
  expect([3011, 3012].map(ocid => doubtAbout(run, transfer(ocid, 3001)) !== undefined)).toEqual([true, true])
})

test.each<[string, (HttpResponse | undefined)[], { isSettled: boolean; sent: number; waits: number }]>([
  ['is carried out now', [answered(200)], { isSettled: true, sent: 1, waits: 0 }],
  ['was carried out', [answered(401, 'NONCE_REUSED')], { isSettled: true, sent: 1, waits: 1 }],
  ['gets no response once more', [undefined, answered(200)], { isSettled: true, sent: 2, waits: 0 }],
  [
    'lacks funds, and may be paid later',
    [answered(402, 'INSUFFICIENT_FUNDS'), answered(409), answered(402)],
    { isSettled: false, sent: 3, waits: 0 },
  ],
  ['never gets one', [], { isSettled: false, sent: 3, waits: 0 }],
])('a transfer that %s is sent again for as long as that helps', async (_, responses, expected) => {
  const run = newRun()
  await send(run, [3001, 3011], silent)
  const sent: HttpRequest[] = []
  let waits = 0
  const settling = {
    again: async (one: HttpRequest) => {
      sent.push(one)
      return responses.shift()
    },
    wait: async () => void waits++,
  }
  await settle(run, 3012, settling)
  expect(sent).toEqual([])
  for (let user = 0; user < 2; user++) await settle(run, 3011, settling)
  const isSettled = doubtAbout(run, transfer(3011, 3001)) === undefined
  expect({ isSettled, sent: sent.length, waits }).toEqual(expected)
  expect(sent.every(one => one === request)).toBe(true)
})
