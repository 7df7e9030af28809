import { afterEach, describe, expect, test } from 'vitest'
import { referenceProfile } from '../protocol/profile.ts'
import { signRequest } from '../protocol/request/request.ts'
import { PrivateKey } from '../protocol/signature/keys.ts'
import { type Served, type ServeOptions, serveReference } from '../sandbox/serve.ts'
import { chooseFault } from './choose.ts'
import { faultsOf } from './faults.ts'
import { findFault } from './find.ts'

const ocids = { rich: 3001, poor: 3011 }
const keyOf = (ocid: number) => new PrivateKey(String(ocid).padStart(64, '0'))

const account = (ocid: number) => ({
  ...{ id: String(ocid), ocid, currency: 'USD', balance: ocid === ocids.rich ? '10.00' : '0.00' },
  debitableBy: [ocid],
})

const provisioning = {
  callers: Object.values(ocids).map(ocid => ({ ocid, name: '', publicKey: keyOf(ocid).publicKey, metadata: '' })),
  gateway: { merchants: [], accounts: Object.values(ocids).map(account), settlementProviders: [] },
}

let served: Served | undefined
let nonces = 0

afterEach(() => served?.close())

const serve = async (options: Partial<ServeOptions>): Promise<string> => {
  served = await serveReference({ roles: ['gateway'], provisioning, ...options })
  return served.roles.gateway?.baseUrl ?? ''
}

const transfer = async (
  baseUrl: string,
  amount: string,
  more: Record<string, string> = {},
): Promise<number | string> => {
  const path = '/transfer/create'
  const body = JSON.stringify({ from: { ocid: ocids.rich }, to: { ocid: ocids.poor }, amount, currency: 'USD' })
  const timestamp = String(Math.floor(Date.now() / 1000))
  const parts = { method: 'POST', path, ocid: String(ocids.rich), timestamp, nonce: `n-${++nonces}`, body }
  const signature = signRequest(parts, keyOf(ocids.rich), referenceProfile)
  const headers = { 'content-type': 'application/json', ...signature, ...more }
  const response = await fetch(baseUrl + path, { method: 'POST', headers, body })
  const { error } = (await response.json()) as { error?: { code: string } }
  return error?.code ?? response.status
}

const overdrawn = findFault('accounts may be overdrawn', faultsOf('gateway'))

describe('a served gateway', () => {
  test('has the fault that it was started with', async () => {
    expect(await transfer(await serve({}), '11.00')).toBe('INSUFFICIENT_FUNDS')
    await served?.close()
    expect(await transfer(await serve({ changes: () => overdrawn?.changes ?? {} }), '11.00')).toBe(200)
  })

  test('has the fault that a request names, only for that request; both share the accounts', async () => {
    const baseUrl = await serve({ choose: chooseFault })
    const faulty = { 'x-oc-fault': 'Accounts may be overdrawn' }
    expect(await transfer(baseUrl, '11.00')).toBe('INSUFFICIENT_FUNDS')
    expect(await transfer(baseUrl, '9.00', faulty)).toBe(200)
    expect(await transfer(baseUrl, '2.00')).toBe('INSUFFICIENT_FUNDS')
    expect(await transfer(baseUrl, '2.00', faulty)).toBe(200)
    expect(await transfer(baseUrl, '0.01')).toBe('INSUFFICIENT_FUNDS')
    const headers = { 'x-oc-fault': encodeURIComponent('the sender’s reference is forgotten') }
    expect((await fetch(`${baseUrl}/metadata.json`, { headers })).status).toBe(200)
  })

  test('refuses an unknown fault name and suggests similar ones; by default it ignores the header', async () => {
    const baseUrl = await serve({ choose: chooseFault })
    const headers = { 'x-oc-fault': 'accounts are overdrawn' }
    const response = await fetch(`${baseUrl}/metadata.json`, { headers })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      error: { code: 'FAULT_NOT_KNOWN', details: { near: expect.arrayContaining(['accounts may be overdrawn']) } },
    })
    await served?.close()
    expect((await fetch(`${await serve({})}/metadata.json`, { headers })).status).toBe(200)
  })

  test('fails the given share of requests, before they have an effect', async () => {
    const baseUrl = await serve({ disturbance: { fail: 1 } })
    expect(await transfer(baseUrl, '1.00')).toBe('FAILED_ON_PURPOSE')
  })
})
