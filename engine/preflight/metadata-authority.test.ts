import { expect, test } from 'vitest'
import type { HttpClient } from '../../harness/http/http-client.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { readTarget } from './read-target.ts'

const baseUrl = 'http://127.0.0.1:4010'
const settings = { ...plainSettings, target: { baseUrl, role: 'gateway' as const, environment: 'production' as const } }

/** Reads a metadata document; returns the settings afterwards. */
const readWith = async (extra: object) => {
  const config = { ...extra, capabilities: ['orders.checkout'], settlement: { currencies: ['USD'] } }
  const json = { ...extra, config }
  const text = JSON.stringify(json)
  const response: HttpResponse = {
    ...{ status: 200, headers: [], bytes: Buffer.from(text), text, json, truncated: false },
    ...{ exchange: '1', url: baseUrl, arrivedAt: 0 },
  }
  const given = structuredClone({ ...settings, identities: {} })
  const http = { send: async () => response } as Pick<HttpClient, 'send'> as HttpClient
  const { role, address } = await readTarget(given, http, new AbortController().signal)
  return { role, address, given }
}

test('a metadata document that names settings of the harness changes none of them', async () => {
  const names = Object.fromEntries(Object.keys(plainSettings).map(name => [name, 'evil']))
  const evil = { ...names, tunnel: 'touch made', environment: 'test', yesChangeState: true }
  const plain = await readWith({})
  expect(plain).toMatchObject({ role: 'gateway', address: { baseUrl, apiUrl: baseUrl } })
  expect(await readWith(evil)).toEqual(plain)
  expect(plain.given).toEqual({ ...settings, identities: {} })
})
