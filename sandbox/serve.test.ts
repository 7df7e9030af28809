import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { referenceProfile } from '../protocol/profile.ts'
import { signRequest } from '../protocol/request/request.ts'
import { PrivateKey } from '../protocol/signature/keys.ts'
import { actors, keys, provisioning } from '../reference/gateway/actors.test.support.ts'
import { serveReference } from './serve.ts'

let dataDir = ''

beforeEach(() => {
  dataDir = mkdtempSync(join(tmpdir(), 'oc-reference-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(dataDir, { recursive: true })
})

const publicKeyAt = async (baseUrl: string): Promise<string> => {
  const response = await fetch(`${baseUrl}/metadata.json`)
  const { config } = (await response.json()) as { config: { publicKey: string; endpoint: string } }
  expect(config.endpoint).toBe(baseUrl)
  return config.publicKey
}

const createPayment = async (baseUrl: string, below = '', nonce = 'n'): Promise<string> => {
  const path = `${below}/payment/create`
  const body = JSON.stringify({ to: actors.merchant, amount: '1.00', currency: 'USD' })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const parts = { method: 'POST', path, ocid: String(actors.app), timestamp, nonce, body }
  const headers = signRequest(parts, keys[actors.app] ?? new PrivateKey(''), referenceProfile)
  const response = await fetch(`${baseUrl}${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return ((await response.json()) as { txid: string }).txid
}

describe('serveReference', () => {
  test('reports a bug to the given function', async () => {
    const reported: string[] = []
    const paymentStatus = () => {
      throw new Error('a bug')
    }
    const { roles, close } = await serveReference({
      roles: ['gateway'],
      provisioning,
      policies: { gateway: { paymentStatus } },
      print: text => void reported.push(text),
    })
    const baseUrl = roles.gateway?.baseUrl ?? ''
    const { status } = await fetch(`${baseUrl}/verify/${await createPayment(baseUrl)}`)
    await close()
    expect([status, reported]).toEqual([500, [expect.stringMatching(/^Error: a bug\n +at /)]])
  })

  test('keeps key and state in the data directory', async () => {
    const first = await serveReference({ roles: ['gateway'], dataDir, provisioning })
    const { baseUrl = '', ocid } = first.roles.gateway ?? {}
    expect(ocid).toBe(1001)
    const publicKey = await publicKeyAt(baseUrl)
    const txid = await createPayment(baseUrl)
    await first.close()
    expect(statSync(join(dataDir, 'gateway.key')).mode & 0o777).toBe(0o600)
    expect(statSync(join(dataDir, 'gateway.db')).mode & 0o777).toBe(0o600)
    const second = await serveReference({ roles: ['gateway'], dataDir, provisioning, ocid: 77 })
    const again = second.roles.gateway?.baseUrl ?? ''
    expect(second.roles.gateway?.ocid).toBe(77)
    expect(await publicKeyAt(again)).toBe(publicKey)
    const shown = (await (await fetch(`${again}/verify/${txid}`)).json()) as { status: string }
    expect(shown.status).toBe('pending')
    await second.close()
  })

  test('behind a proxy: publishes the public address, and is reached below its path, which signatures cover', async () => {
    const publicUrl = 'https://sandbox.example/oc/gw'
    const { roles, close } = await serveReference({ roles: ['gateway'], provisioning, publicUrl })
    const { baseUrl = '' } = roles.gateway ?? {}
    const shown = (await (await fetch(`${baseUrl}/oc/gw/metadata.json`)).json()) as { config: { endpoint: string } }
    expect(shown.config.endpoint).toBe(publicUrl)
    expect(await createPayment(baseUrl, '/oc/gw')).toMatch(/./)
    await close()
  })

  test('logs the route, caller and status of a request, and no address, header or body', async () => {
    const written: string[] = []
    const write = vi.spyOn(process.stderr, 'write').mockImplementation(text => written.push(String(text)) > 0)
    const { roles, stop } = await serveReference({ roles: ['gateway'], provisioning, logs: true })
    const { baseUrl = '' } = roles.gateway ?? {}
    const { headers } = await fetch(`${baseUrl}/verify/secret-txid?token=secret`, {
      headers: { 'x-oc-signature': 'secret' },
    })
    await createPayment(baseUrl)
    await stop()
    write.mockRestore()
    const lines = written
      .join('')
      .trim()
      .split('\n')
      .map(line => JSON.parse(line))
    const reqId = headers.get('x-request-id')
    expect(lines).toContainEqual(expect.objectContaining({ reqId, route: '/verify/*', status: 404, method: 'GET' }))
    expect(lines).toContainEqual(expect.objectContaining({ reqId, code: 'TXID_NOT_FOUND' }))
    expect(lines).toContainEqual(
      expect.objectContaining({
        route: '/payment/create',
        caller: String(actors.app),
        status: 200,
        role: 'Reference Gateway',
      }),
    )
    expect(written.join('')).not.toContain('secret')
  })

  test('advancing the clock expires payments; requests are judged by the time of their callers', async () => {
    const { roles, close } = await serveReference({ roles: ['gateway'], provisioning, clock: {} })
    const { baseUrl = '' } = roles.gateway ?? {}
    const txid = await createPayment(baseUrl)
    const status = async () => ((await (await fetch(`${baseUrl}/verify/${txid}`)).json()) as { status: string }).status
    expect(await status()).toBe('pending')
    const headers = { 'content-type': 'application/json' }
    const moved = await fetch(`${baseUrl}/clock`, { method: 'POST', headers, body: '{"seconds":3601}' })
    expect(await moved.json()).toMatchObject({ aheadSeconds: 3601 })
    expect(await status()).toBe('expired')
    expect(await createPayment(baseUrl)).toBeUndefined()
    expect(await createPayment(baseUrl, '', 'another nonce')).toMatch(/./)
    await close()
  })

  test('does not know any participant without a provisioning, and reads its key from the environment', async () => {
    const key = new PrivateKey('9'.padStart(64, '0'))
    vi.stubEnv('OC_REFERENCE_GATEWAY_KEY', key.reveal())
    const { roles, close } = await serveReference({ roles: ['gateway'] })
    expect(await publicKeyAt(roles.gateway?.baseUrl ?? '')).toBe(key.publicKey)
    const response = await fetch(`${roles.gateway?.baseUrl}/verify/x`)
    expect(response.status).toBe(404)
    await close()
    await expect(fetch(`${roles.gateway?.baseUrl}/metadata.json`)).rejects.toThrow()
  })

  test('inspects each role on its own page, with a token if other machines may reach it', async () => {
    const { roles, close } = await serveReference({ roles: ['gateway', 'kyc'], inspect: true })
    await fetch(`${roles.kyc?.baseUrl}/metadata.json`)
    const [gateway, kyc] = [roles.gateway, roles.kyc].map(role => `${role?.inspector}`)
    expect([gateway, kyc]).toEqual([expect.stringMatching(/:\d+\/gateway$/), expect.stringMatching(/:\d+\/kyc$/)])
    expect(await (await fetch(`${kyc}`)).text()).toContain('/metadata.json')
    expect(await (await fetch(`${gateway}`)).text()).not.toContain('<time')
    await close()
    await expect(fetch(`${kyc}`)).rejects.toThrow()
    const behind = await serveReference({ roles: ['kyc'], inspect: true, publicUrl: 'https://sandbox.example' })
    expect(behind.roles.kyc?.inspector).toMatch(/:\d+\/[0-9a-f]{32}\/kyc$/)
    await behind.close()
  })

  test('does not start on a state that it cannot read', async () => {
    writeFileSync(join(dataDir, 'gateway.json'), '{"version":9}')
    await expect(serveReference({ roles: ['gateway'], dataDir })).rejects.toThrow('version 1')
  })
})

test('a role with a given clock dates its responses and records by it', async () => {
  const time = () => 1_900_000_000_000
  const { roles, close } = await serveReference({ roles: ['gateway'], provisioning, clock: {}, time })
  const response = await fetch(`${roles.gateway?.baseUrl}/clock`)
  const { now } = (await response.json()) as { now: number }
  await close()
  expect([response.headers.get('date'), now]).toEqual([new Date(time()).toUTCString(), 1_900_000_000])
})
