import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceProfile } from '../protocol/profile.ts'
import { type RequestParts, verifyRequest } from '../protocol/request/request.ts'
import { sha256Hex } from '../protocol/signature/hash.ts'
import { curlOf } from '../reports/curl.ts'
import type { Exchange } from '../reports/exchange.ts'
import { failingReport } from '../reports/fixtures/report.ts'
import type { Config, Provisioning } from '../schemas/messages.ts'
import { services } from './services.ts'
import { openTerminal } from './terminal.test.support.ts'

const terminal = await openTerminal()
await terminal.run('init', 'http://127.0.0.1:4010/api', '--role', 'gateway', '--ocid', '1001')
const at = (name: string) => join(terminal.folder, name)
const jsonIn = async (name: string): Promise<unknown> => JSON.parse(await readFile(at(name), 'utf8'))
const config = (await jsonIn('oc-conformance.config.json')) as Config
const provisioning = (await jsonIn('provisioning.json')) as Provisioning
const keyOf = (ocid: number): string => provisioning.callers?.find(caller => caller.ocid === ocid)?.publicKey ?? ''

const body = '{"to":{"ocid":2001},"memo":"Größe"}\r\n\r\n'
const message = `POST /api/transfer/create?x=1 HTTP/1.1\r\nHost: a.example\r\n\r\n${body}`
const sign = (input: string | Uint8Array, ...argv: string[]) =>
  terminal.pipe(input, 'sign', '--identity=partner', ...argv)

const headersIn = (out: string): Record<string, string> =>
  Object.fromEntries(
    out
      .trimEnd()
      .split('\n')
      .map(line => line.split(': ', 2)),
  )

/** Returns whether the headers are those of a request in a profile, by the partner. */
const isSigned = (out: string, parts: Partial<RequestParts> = {}, profile = referenceProfile) => {
  const headers = headersIn(out)
  const { 'X-OC-ID': ocid = '', 'X-OC-Timestamp': timestamp = '', 'X-OC-Nonce': nonce = '' } = headers
  const path = '/api/transfer/create?x=1'
  const request = { method: 'POST', path, base: '/api', ocid, timestamp, nonce, body, ...parts }
  const signer = { publicKey: keyOf(3001), dialect: profile }
  return verifyRequest({ ...request, signature: headers['X-OC-Signature'] ?? '' }, signer)
}

describe('sign', () => {
  test('prints only the four headers of a request', async () => {
    const { code, out, err } = await sign(message)
    expect([code, err]).toEqual([0, ''])
    expect(Object.keys(headersIn(out))).toEqual(['X-OC-ID', 'X-OC-Timestamp', 'X-OC-Nonce', 'X-OC-Signature'])
    expect(isSigned(out)).toBe(true)
    expect(Math.abs(Number(headersIn(out)['X-OC-Timestamp']) - Date.now() / 1000)).toBeLessThan(60)
    expect(out).not.toContain(config.identities?.partner?.privateKey)
  })

  test('accepts a complete address, plain line feeds, and a body of any bytes', async () => {
    const bytes = Buffer.from([0, 255, 10, 10, 13])
    const head = Buffer.from('POST https://a.example:8443/api/transfer/create?x=1 HTTP/1.1\n\n')
    const { out } = await sign(Buffer.concat([head, bytes]))
    expect(isSigned(out, { body: new Uint8Array(bytes) })).toBe(true)
    expect(
      isSigned((await sign('GET /api/verify/a%20b')).out, { method: 'GET', path: '/api/verify/a%20b', body: '' }),
    ).toBe(true)
  })

  test('uses caller, timestamp and nonce as given', async () => {
    const { out } = await sign(message, '--caller=2999', '--timestamp=+1', '--nonce=a b')
    expect(headersIn(out)).toMatchObject({ 'X-OC-ID': '2999', 'X-OC-Timestamp': '+1', 'X-OC-Nonce': 'a b' })
    expect(isSigned(out)).toBe(true)
    const past = headersIn((await sign(message, '--timestamp', 'now-86400', '--nonce', 'n')).out)
    expect(Date.now() / 1000 - Number(past['X-OC-Timestamp'])).toBeGreaterThan(86_000)
    expect((await sign(message, '--nonce=')).out).toMatch(/^X-OC-Nonce;$/m)
  })

  test('signs in the dialect of a profile file, and of a report', async () => {
    const canonicalRequest = { template: '${pathBelowBase} ${bodyHash} ${nonce}' }
    const profile = { ...referenceProfile, signatureEncoding: 'der-base64', canonicalRequest } as const
    await writeFile(at('profile.json'), JSON.stringify({ signatureEncoding: 'der-base64', canonicalRequest }))
    const found = { signatureEncoding: 'der-base64', canonicalRequest }
    const choices = Object.entries(found).map(([choice, value]) => [choice, { value, shownBy: 'a probe' }])
    await writeFile(at('report.json'), JSON.stringify({ ...failingReport, profile: Object.fromEntries(choices) }))
    for (const name of ['profile.json', 'report.json'])
      expect(isSigned((await sign(message, '--profile', name)).out, {}, profile)).toBe(true)
  })

  test.each([
    ['nothing', '', /does not begin with a method/],
    ['no address', 'POST', /does not begin with a method/],
    ['a relative address', 'POST a/b HTTP/1.1\n\n', /neither a URL nor a path/],
    ['a body without an empty line', 'POST /a HTTP/1.1\n{"a":1,\n}', /a header that is not written Name: value/],
    ['a head without an end', `POST /a HTTP/1.1\n${'x: y\n'.repeat(20_000)}`, /no empty line/],
  ])('%s on standard input: the form, and 2', async (_what, input, cause) => {
    const { code, out, err } = await sign(input)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(cause)
  })

  test.each([
    [['--identity=parnter'], /no identity of this name/, /partner/],
    [[], /no identity is named/, /--identity: .*partner/],
    [['--identity=partner', '--nonce=a\nb'], /--nonce/, /without control characters/],
    [['--config=absent.json'], /does not exist/, /path/],
  ])('%j: the remedy, and 2', async (argv, cause, remedy) => {
    const { code, out, err } = await terminal.pipe(message, 'sign', ...argv)
    expect([code, out]).toEqual([2, ''])
    expect(err).toMatch(cause)
    expect(err).toMatch(remedy)
    for (const { privateKey = '' } of Object.values(config.identities ?? {})) expect(err).not.toContain(privateKey)
  })

  test('without a config it has no key', async () => {
    const { code, err } = await (await openTerminal()).pipe(message, 'sign')
    expect([code, err]).toEqual([2, expect.stringMatching(/no config with identities/)])
  })
})

const hasCurl = (process.env.PATH ?? '').split(':').some(folder => existsSync(join(folder, 'curl')))
const bin = join(dirname(dirname(fileURLToPath(import.meta.url))), 'bin.ts')

describe.runIf(hasCurl)('the curl line of a report, pasted into a shell', () => {
  let served: Awaited<ReturnType<typeof services.serveReference>>
  beforeAll(async () => {
    served = await services.serveReference({ roles: ['gateway'], provisioning })
  })
  afterAll(() => served.close())

  const transfer = { from: { ocid: 3001 }, to: { ocid: 2001, reference: "it's" }, amount: '0.01', currency: 'USD' }
  const exchangeOf = (headers: [string, string][]): Exchange => {
    const text = JSON.stringify(transfer)
    const url = `${served.roles.gateway?.baseUrl}/transfer/create`
    const request = { method: 'POST', url, headers, body: text, bodyBytes: text.length }
    const identity = { name: 'partner', ocid: 3001 }
    const signed = { what: 'the request', canonical: '', hash: sha256Hex(''), signature: '', publicKey: '', identity }
    return { id: '1', check: 'a/b', direction: 'sent', at: new Date().toISOString(), ms: 1, request, signed: [signed] }
  }
  const pasted = async (exchange: Exchange): Promise<string> => {
    const line = curlOf(exchange, `'${process.execPath}' ${bin} sign --config oc-conformance.config.json`)
    return (await promisify(execFile)('sh', ['-c', line], { cwd: terminal.folder })).stdout
  }
  const now = () => Math.floor(Date.now() / 1000)
  const headersAt = (timestamp: number): [string, string][] => [
    ['content-type', 'application/json'],
    ['X-OC-ID', '3001'],
    ['X-OC-Timestamp', String(timestamp)],
    ['X-OC-Nonce', `n-${'a'.repeat(20)}-1`],
    ['X-OC-Signature', 'old'],
  ]

  test('is accepted each time, signed with a fresh nonce', { timeout: 30_000 }, async () => {
    for (const _time of [1, 2])
      expect(await pasted(exchangeOf(headersAt(now())))).toMatch(/^HTTP\/1\.1 200 [\s\S]*"proof"/)
  })

  test('keeps deliberate errors', { timeout: 30_000 }, async () =>
    expect(await pasted(exchangeOf(headersAt(now() - 86_400)))).toMatch(/^HTTP\/1\.1 401 [\s\S]*TIMESTAMP_EXPIRED/),
  )
})
