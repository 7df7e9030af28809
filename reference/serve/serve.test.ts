import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { PrivateKey } from '../../protocol/keys.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request.ts'
import { actors, keys, provisioning } from '../gateway/actors.test.support.ts'
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

const createPayment = async (baseUrl: string): Promise<string> => {
  const body = JSON.stringify({ to: actors.merchant, amount: '1.00', currency: 'USD' })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const parts = { method: 'POST', path: '/payment/create', ocid: String(actors.app), timestamp, nonce: 'n', body }
  const headers = signRequest(parts, keys[actors.app] ?? new PrivateKey(''), referenceProfile)
  const response = await fetch(`${baseUrl}/payment/create`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body,
  })
  return ((await response.json()) as { txid: string }).txid
}

describe('serveReference', () => {
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

  test('knows nobody without a provisioning, and takes its key from the environment', async () => {
    const key = new PrivateKey('9'.padStart(64, '0'))
    vi.stubEnv('OC_REFERENCE_GATEWAY_KEY', key.reveal())
    const { roles, close } = await serveReference({ roles: ['gateway'] })
    expect(await publicKeyAt(roles.gateway?.baseUrl ?? '')).toBe(key.publicKey)
    const response = await fetch(`${roles.gateway?.baseUrl}/verify/x`)
    expect(response.status).toBe(404)
    await close()
    await expect(fetch(`${roles.gateway?.baseUrl}/metadata.json`)).rejects.toThrow()
  })

  test('does not start on a state that it cannot read', async () => {
    writeFileSync(join(dataDir, 'gateway.json'), '{"version":9}')
    await expect(serveReference({ roles: ['gateway'], dataDir })).rejects.toThrow('version 1')
  })
})
