import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { createHttpClient } from '../../harness/http/http-client.ts'
import { Leads } from '../../harness/http/leads.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import { readTarget } from './read-target.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Serves a target whose metadata names an endpoint; its operations are below its own address, or nowhere. */
const serveTarget = async (endpoint: string, hasOperations: boolean): Promise<string> => {
  const server = createServer(({ url }, response) => {
    const config = { endpoint, capabilities: ['orders.create'], publicKey: '' }
    response.statusCode = url === '/metadata.json' || hasOperations ? 200 : 404
    response.setHeader('content-type', 'application/json').end(JSON.stringify({ name: 'A', config }))
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

/** Reads a target as a run does; also returns the addresses that it used. */
const read = async (endpoint: string, hasOperations: boolean) => {
  const baseUrl = await serveTarget(endpoint, hasOperations)
  const sent: string[] = []
  const evidence = {
    write: ({ request, response }: { request: { url: string }; response?: unknown }) => {
      if (response !== undefined) sent.push(new URL(request.url).origin)
      return undefined
    },
  }
  const leads = new Leads({ targets: [baseUrl] })
  const http = createHttpClient({ evidence, timeoutMs: 2_000, concurrency: 1, leads })
  closers.push(() => http.close())
  const settings = { ...plainSettings, target: { role: 'merchant', baseUrl, environment: 'test' } } as const
  const reading = await readTarget(settings, http, new AbortController().signal)
  return { reading, baseUrl, sent: [...new Set(sent)] }
}

const endpoints = ['http://10.1.2.3:8080/api', 'http://169.254.1.1', 'http://[fe80::1]/', 'http://0xa.1/']

test.each(endpoints)(
  'operations are not tried at the endpoint %s, to which the target may not lead',
  async endpoint => {
    const { reading, baseUrl, sent } = await read(endpoint, true)
    expect(reading.address.apiUrl).toBe(baseUrl)
    expect(reading.stop).toBeUndefined()
    expect(reading.findings.at(-1)).toMatchObject({
      severity: 'warning',
      message: expect.stringContaining(`add "${new URL(endpoint).origin}" to target.origins in the config`),
    })
    expect(sent).toEqual([baseUrl])
  },
)

test.each([
  ['http://10.1.2.3:8080', 'If it belongs to the target, add "http://10.1.2.3:8080" to target.origins in the config.'],
  ['http://169.254.169.254', 'Make the target lead elsewhere.'],
])('a run stops if the operations are only at %s', async (endpoint, remedy) => {
  const { reading, baseUrl, sent } = await read(endpoint, false)
  expect(reading).toMatchObject({ stop: 2, address: { apiUrl: baseUrl } })
  expect(reading.findings.at(-1)).toMatchObject({ severity: 'error', remedy })
  expect(sent).toEqual([baseUrl])
})

test('a run stops at a metadata document that is too long to go through again and again', async () => {
  const { reading } = await read(`http://127.0.0.1/${'a'.repeat(300_000)}`, true)
  expect(reading.stop).toBe(3)
  expect(reading.findings).toMatchObject([
    { severity: 'error', message: expect.stringContaining('a metadata document of more than 262,144 characters') },
  ])
  expect(reading.metadata).toMatchObject({ text: '', json: undefined })
})

test.each([
  ['production', false, 0],
  ['production', true, 1],
  ['test', false, 1],
] as const)(
  'metadata that asks for headers is read with them in %s (changes allowed: %s) %i times',
  async (environment, yesChangeState, times) => {
    let signed = 0
    const server = createServer(({ headers }, response) => {
      if (headers['x-oc-signature'] !== undefined) signed += 1
      response.writeHead(401).end()
    })
    await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
    closers.push(() => server.close())
    const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
    const http = createHttpClient({ evidence: { write: () => undefined }, timeoutMs: 2_000, concurrency: 1 })
    closers.push(() => http.close())
    const app = { ocid: 6001, name: 'App', key: generatePrivateKey() }
    const given = { ...plainSettings, hasConfig: true, identities: { app }, environment, yesChangeState }
    await readTarget(
      { ...given, target: { role: 'merchant', baseUrl, environment } },
      http,
      new AbortController().signal,
    )
    expect(signed).toBe(times)
  },
)
