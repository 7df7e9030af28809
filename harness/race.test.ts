import { expect, test } from 'vitest'
import type { HttpRequest } from './http/http-request.ts'
import type { Lanes } from './http/lanes.ts'
import type { Target } from './http/target.ts'
import { createJoiner, describeRace, expectWinners, race } from './race.ts'

const opened: string[] = []
const context = {
  get: ((path: string) => Promise.resolve(opened.push(path))) as unknown as Target['get'],
  signal: new AbortController().signal,
}

/** Returns an entry that logs when it is ready and when it is sent, and then acts. */
const entryOf = (what: string, log: string[], act: () => string = () => 'sent') => ({
  what,
  send: async (lanes: Lanes) => {
    log.push(`${what} ready`)
    await lanes.ready()
    log.push(`${what} sent`)
    return act()
  },
})

test('entries are sent when all of them are ready, over connections that are open', async () => {
  const log: string[] = []
  opened.length = 0
  const finished = await race(context, [entryOf('a', log), entryOf('b', log)])
  expect(opened).toEqual(['/metadata.json', '/metadata.json'])
  expect(log).toEqual(['a ready', 'b ready', 'a sent', 'b sent'])
  expect(finished).toEqual([
    { what: 'a', result: 'sent' },
    { what: 'b', result: 'sent' },
  ])
})

test('an entry that fails before it is sent does not hold the others back; its error is thrown when all have ended', async () => {
  const log: string[] = []
  const failing = { what: 'a', send: () => Promise.reject(new Error('no control to pay')) }
  await expect(race(context, [failing, entryOf('b', log)])).rejects.toThrow('no control to pay')
  expect(log).toEqual(['b ready', 'b sent'])
})

const finished = ['200', '200', '402'].map(result => ({ what: 'a transfer of 3.00', result }))
const rules = {
  isWon: (status: string) => status === '200',
  describe: (status: string) => status,
  message: 'overdrawn',
}

test('a failure names the requests that were sent at the same moment, and which of them won', () => {
  expect(() => expectWinners(finished, rules)).toThrow(
    expect.objectContaining({
      message: 'overdrawn',
      expected: 'of 3 sent at the same moment 1 at most',
      actual: '2 of them: 2 × a transfer of 3.00 (200), a transfer of 3.00 (402)',
    }),
  )
  expect(() => expectWinners(finished, { ...rules, most: 2 })).not.toThrow()
})

test('text of a target is truncated in the description of a race', () => {
  expect(describeRace([{ what: 'a click', result: 'x'.repeat(500) }], text => text).length).toBeLessThan(200)
})

test('a browser that joins a race sends changes in a lane, and GETs outside', () => {
  const sent: unknown[] = []
  const record = (request: HttpRequest, _what?: string, lanes?: Lanes) => sent.push([request.method, lanes])
  const joiner = createJoiner(record as unknown as Target['send'])
  const send = (method: string) => joiner.send({ method, origin: 'http://127.0.0.1', path: '/', headers: [] })
  const lanes = { ready: async () => undefined }
  send('POST')
  joiner.join(lanes)
  send('GET')
  send('POST')
  expect(sent).toEqual([
    ['POST', undefined],
    ['GET', undefined],
    ['POST', lanes],
  ])
})
