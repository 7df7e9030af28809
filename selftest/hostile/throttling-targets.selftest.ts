import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { describe, expect, test } from 'vitest'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import type { Prepare } from '../../implementations/mutants/support/server-hooks.ts'
import { certifyReference, certifyTarget, clausesThat, settingsFor } from '../certify.ts'

/** Answers every nth request with a status and headers, and the others like the reference. */
const throttlesEvery =
  (nth: number, status: number, headers: Record<string, string | string[]>): Prepare =>
  server => {
    let count = 0
    server.addHook('onRequest', async (_request, reply) => {
      count += 1
      if (count % nth === 0) await reply.code(status).headers(headers).send('')
    })
  }

/** Gives a throttling target two seconds instead of minutes. */
const settings = {
  depth: 'quick' as const,
  only: ['VERIFY-*', 'CHECKOUT-0*', 'TRANSFER-0*'],
  patience: { ...plainSettings.patience, throttlingMs: 2_000 },
}

const nonsense: Record<string, string[]> = {
  'an hour': ['3600'],
  'more than a number holds': ['1e309', '9'.repeat(400)],
  'a year far away': ['Fri, 31 Dec 9999 23:59:59 GMT'],
  'several values': ['-5', '7200', 'NaN', 'soon'],
}

const cases = [429, 503].flatMap(status =>
  [1, 3].flatMap(nth => Object.entries(nonsense).map(([what, values]) => [status, nth, what, values] as const)),
)

describe.concurrent('a throttling target has one budget for the whole run, whatever it asks for', () => {
  test.for(cases)('%i to every request of %i, with Retry-After of %s', async ([status, nth, , values]) => {
    const prepare = throttlesEvery(nth, status, { 'retry-after': [...values] })
    const certified = await certifyReference({ prepare }, settings)
    const { report, exitCode } = certified
    expect({ exitCode, verdict: report.verdict, failed: clausesThat(certified, 'fail', 'warn') }).toEqual({
      exitCode: 3,
      verdict: 'incomplete',
      failed: [],
    })
    expect(report.run.ended).toContain(`it answered ${status}, and asked for Retry-After: `)
    expect(report.run.ended).toContain('--max-rps')
  })

  test.for(['0', '-1', 'NaN', ''])('429 to every request, with Retry-After of "%s"', async value => {
    const certified = await certifyReference({ prepare: throttlesEvery(1, 429, { 'retry-after': value }) }, settings)
    expect(certified.exitCode).toBe(3)
    expect(certified.report.run.ended).toMatch(/^the target took no requests for \d s altogether: it answered 429/)
  })

  test('one that accepts some requests in between is certified', async () => {
    const patient = { ...settings, patience: { ...settings.patience, throttlingMs: 120_000 } }
    const certified = await certifyReference({ prepare: throttlesEvery(100, 429, { 'retry-after': '1' }) }, patient)
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
    expect(certified.report.run.ended).toBeUndefined()
  })
})

/** Sends a body or headers byte by byte, without end. */
const trickles = async (where: 'body' | 'headers') => {
  const server = createServer((_request, response) => {
    const { socket } = response
    if (where === 'body') response.writeHead(200, { 'content-type': 'application/json' })
    else socket?.write('HTTP/1.1 200 OK\r\n')
    const timer = setInterval(() => (where === 'body' ? response.write(' ') : socket?.write('X: y\r\n')), 100)
    socket?.on('error', () => undefined).on('close', () => clearInterval(timer))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const close = () => {
    server.closeAllConnections()
    server.close()
  }
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

test.concurrent.for(['body', 'headers'] as const)('a target that sends its %s byte by byte ends a run', async where => {
  const { url, close } = await trickles(where)
  try {
    const certified = await certifyTarget(settingsFor(url, { ...settings, timeoutMs: 500 }))
    expect({ exitCode: certified.exitCode, failed: clausesThat(certified, 'fail', 'warn') }).toEqual({
      exitCode: 3,
      failed: [],
    })
  } finally {
    close()
  }
})
