import type { AddressInfo } from 'node:net'
import { createServer } from 'node:net'
import { Agent, request } from 'undici'
import { afterAll, expect, test } from 'vitest'
import { selects } from '../../engine/checks/selection.ts'
import { openRun } from '../../engine/open-run.ts'
import { runChecks } from '../../engine/runner/in-process.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import type { Send } from '../../reference/service/ports.ts'
import { checksOf } from '../../suites/index.ts'
import { type Nuisance, sendStranger } from '../support/stranger.ts'

/** Returns a port that was free a moment ago. */
const freePort = (): Promise<number> =>
  new Promise(resolve => {
    const server = createServer().listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })

// Without pipelining, each notification opens a new connection.
const dispatcher = new Agent({ pipelining: 0 })
afterAll(() => dispatcher.destroy())

/** Sends as the reference does, but without keeping connections. */
const send: Send = async ({ url, limitBytes, ...rest }) => {
  const { statusCode, body } = await request(url, { ...rest, dispatcher })
  const text = await body.text()
  return { status: statusCode, text: limitBytes > 0 ? text : '' }
}

const nuisances: Nuisance[] = ['opens connections', 'sends headers slowly', 'sends requests', 'sends to the webhook']

test.for(nuisances)('no check fails at a conformant gateway while a stranger %s', async nuisance => {
  const port = await freePort()
  const publicUrl = `http://127.0.0.1:${port}`
  const counterpart = { ...plainSettings.counterpart, listen: { host: '127.0.0.1', port }, publicUrl }
  const only = ['NOTIFY-01', 'NOTIFY-02', 'PAGE-03']
  const reference = await startReference({ ...plainSettings, counterpart, only }, 'gateway', { ports: { send } })
  const { signal } = new AbortController()
  const open = await openRun(reference.settings, { write: () => undefined }, signal)
  const leave = await sendStranger(port, nuisance)
  try {
    const checks = checksOf('gateway').filter(check => selects(reference.settings, check))
    const results = await runChecks(open, checks, signal)
    expect(results.length).toBeGreaterThan(3)
    expect(results.filter(({ outcome }) => outcome === 'fail')).toEqual([])
    const blocked = results.filter(({ outcome }) => outcome === 'blocked')
    for (const { reason } of blocked) expect(reason).toMatch(/may have lost|too slow|ran out of time/)
  } finally {
    leave()
    await reference.close()
  }
})
