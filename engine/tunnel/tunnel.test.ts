import { fork } from 'node:child_process'
import { once } from 'node:events'
import { extname } from 'node:path'
import { afterEach, describe, expect, test, vi } from 'vitest'
import type { RunContext } from '../../harness/run-context.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { openCounterpart } from '../counterpart.ts'
import { counterpartFindings } from '../preflight/counterpart.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { openTunnel } from './open-tunnel.ts'
import { createOutputReader } from './printed-address.ts'
import { command, forwarder, waitUntilGone, withChild } from './scripts.test.support.ts'
import { withTunnel } from './with-tunnel.ts'
import { tunnelWords } from './words.ts'

afterEach(() => vi.unstubAllEnvs())

const going = new AbortController().signal

describe('the command is split, and no shell reads it', () => {
  test.each([
    ['ssh -R 80:localhost:{port} host', ['ssh', '-R', '80:localhost:4900', 'host']],
    [`a 'b c'  "d e"f=" g"`, ['a', 'b c', 'd ef= g']],
    ['echo $HOME; rm -rf * | cat > x', ['echo', '$HOME;', 'rm', '-rf', '*', '|', 'cat', '>', 'x']],
    [`a "it's" ''`, ['a', "it's", '']],
  ])('%s', (text, words) => expect(tunnelWords(text, 4900)).toEqual(words))

  test.each([`a "b`, `a b'`, '   '])('%j is refused', text => expect(() => tunnelWords(text, 1)).toThrow(/--tunnel/))
})

describe('the address in the output', () => {
  const read = (...pieces: string[]) => {
    const output = createOutputReader()
    return pieces.map(piece => output.read(piece)).at(-1) ?? output.end()
  }

  test.each([
    [['up\n', 'url=https://a.example/x \n'], 'https://a.example/x'],
    [['https://a.exam', 'ple/x', '\n'], 'https://a.example/x'],
    [['\u001b[32mhttps://a.example\u001b[0m.\n'], 'https://a.example'],
    [['https://user:pw@a.example https://b.example/ '], 'https://b.example'],
    [['{"url":"http://a.example:8080"}'], 'http://a.example:8080'],
    [['https://a.example'], 'https://a.example'],
    [['nothing ftp://a.example\n'], undefined],
    [['x'.repeat(100_000), ' https://a.example\n'], 'https://a.example'],
  ])('%#', (pieces, address) => expect(read(...pieces)).toBe(address))

  test('a part of an address is not one', () => expect(createOutputReader().read('https://a.exam')).toBeUndefined())
})

describe('a tunnel', () => {
  test('is ended with every process that it started', async () => {
    const tunnel = await openTunnel(tunnelWords(await command(withChild), 1), going)
    const pids = tunnel.url.split('/').slice(-2).map(Number)
    await tunnel.close()
    await Promise.all(pids.map(waitUntilGone))
  })

  test('is ended when the harness has ended, for whatever reason', async () => {
    const keeper = fork(new URL(`./keep-here${extname(import.meta.filename)}`, import.meta.url), { detached: true })
    keeper.send({ words: tunnelWords(await command(withChild), 1) })
    const [{ url }] = await once(keeper, 'message')
    keeper.disconnect()
    await Promise.all(url.split('/').slice(-2).map(Number).map(waitUntilGone))
  })

  test.each([
    ['prints nothing', 'setInterval(() => {}, 1e6)', 200, 'the tunnel printed no http(s) address within 0.2 s.'],
    [
      'dies',
      `console.log('no \\u001b[31mlogin'); process.exit(3)`,
      30_000,
      'the tunnel ended with 3; it printed last: no login.',
    ],
  ])('that %s is an invalid configuration, and has a remedy', async (_, script, waitMs, message) => {
    const opened = openTunnel(tunnelWords(await command(script), 1), going, waitMs)
    await expect(opened).rejects.toMatchObject({
      name: 'UsageError',
      message,
      remedy: expect.stringContaining('--tunnel'),
    })
  })

  test('that cannot be started is an invalid configuration', async () => {
    await expect(openTunnel(['/no/such/program'], going)).rejects.toThrow(
      /^the tunnel cannot be started \(.*ENOENT\)\.$/,
    )
  })
})

describe('a run with a tunnel', () => {
  const target = { baseUrl: 'https://target.example', environment: 'test' as const }
  const settingsWith = async (script: string): Promise<RunSettings> => ({
    ...plainSettings,
    hasConfig: true,
    target,
    counterpart: {
      listen: { host: '127.0.0.1', port: 0 },
      callbackUrl: 'https://requester.example/callback',
      publicUrl: 'https://registered.example',
      tunnel: await command(script, '{port}'),
    },
  })

  const findingsOf = async (settings: RunSettings, signal: AbortSignal) => {
    const { counterpart, startupError } = await openCounterpart(settings, {
      role: 'gateway',
      profile: (await import('../../protocol/profile.ts')).referenceProfile,
      identities: {},
    })
    const run = { counterpart, target: { apiUrl: target.baseUrl } } as RunContext
    const found = await counterpartFindings(run, { startupError, settings: settings.counterpart, signal })
    await counterpart?.close()
    return found
  }

  test('has its address as the public one, and the preflight finds the counterpart behind it', async () => {
    const { findings, stop } = await withTunnel(await settingsWith(forwarder), going, findingsOf)
    expect(stop).toBeUndefined()
    expect(findings).toMatchObject([
      {
        name: 'tunnel',
        ok: true,
        message: expect.stringMatching(/^The tunnel leads from http:\/\/127\.0\.0\.1:\d+ to/),
      },
      {
        name: 'tunnel',
        severity: 'info',
        message: expect.stringMatching(/^The config has https:\/\/registered\.example/),
      },
    ])
  })

  test('does not see the secrets of the run', async () => {
    const [key, signing] = [generatePrivateKey(), generatePrivateKey()]
    const values = {
      key: key.reveal().toUpperCase(),
      signing: ` ${signing.reveal()}`,
      word: 'pass word',
      plain: 'shown',
    }
    for (const [name, value] of Object.entries(values)) vi.stubEnv(`oc_tunnel_${name}`, value)
    const settings = {
      ...(await settingsWith(`const names = Object.keys(process.env).filter(name => name.startsWith('oc_tunnel_'))
        console.log('https://tunnel.example/' + names.join('/')); setInterval(() => {}, 1e6)`)),
      identities: { merchant: { ocid: 2001, key, name: 'One' } },
      signWith: signing,
      pageSecrets: { 'env:word': 'pass word' },
    }
    const seen = await withTunnel(settings, going, async ({ counterpart }) => counterpart.publicUrl)
    expect(seen).toBe('https://tunnel.example/oc_tunnel_plain')
  })

  test('whose address leads elsewhere stops with 2', async () => {
    const settings = await settingsWith(`console.log('http://127.0.0.1:1/'); setInterval(() => {}, 1e6)`)
    // When aborted, it checks once instead of for half a minute.
    const found = await withTunnel(settings, going, reached => findingsOf(reached, AbortSignal.abort()))
    expect(found.stop).toBe(2)
    expect(found.findings[0]?.message).toMatch(
      /^The tunnel printed http:\/\/127\.0\.0\.1:1, which does not lead to the counterpart: /,
    )
    expect(found.findings[0]?.remedy).toContain('{port}')
  })

  test('that dies is an invalid configuration, and ends the run', async () => {
    const settings = await settingsWith(`console.log('https://a.example/ up'); setTimeout(() => process.exit(7), 50)`)
    // On a slow machine, it has died before the work begins.
    const run = withTunnel(settings, going, async (_, signal) => signal.aborted || once(signal, 'abort'))
    await expect(run).rejects.toThrow('the tunnel ended with 7; it printed last: https://a.example/ up.')
  })

  test('that is interrupted before there is an address runs to its end', async () => {
    const settings = await settingsWith('setInterval(() => {}, 1e6)')
    const interrupted = new AbortController()
    const run = withTunnel(settings, interrupted.signal, async (_, signal) => signal.aborted)
    interrupted.abort()
    expect(await run).toBe(true)
  })

  test('needs a config, since there is no counterpart without one', async () => {
    const settings = { ...(await settingsWith('')), hasConfig: false }
    await expect(withTunnel(settings, going, async () => 1)).rejects.toThrow(/^--tunnel leads to nothing/)
  })
})
