import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { createServer as createTlsServer } from 'node:https'
import { type AddressInfo, connect } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { Agent, request } from 'undici'
import { afterEach, expect, test } from 'vitest'
import { proxyFor, throughProxy } from './forward-proxy.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const proxy = 'http://user:secret@proxy.example:3128'

test.for([
  ['https://gateway.example/api', { HTTPS_PROXY: proxy }, 'proxy.example:3128'],
  ['https://gateway.example/api', { https_proxy: 'proxy.example:3128' }, 'proxy.example:3128'],
  ['http://gateway.example', { HTTPS_PROXY: proxy }, undefined],
  ['http://gateway.example', { ALL_PROXY: proxy }, 'proxy.example:3128'],
  ['https://gateway.example', { HTTPS_PROXY: proxy, NO_PROXY: 'localhost, .example' }, undefined],
  ['https://gateway.example', { HTTPS_PROXY: proxy, NO_PROXY: 'way.example,gateway.example:80' }, 'proxy.example:3128'],
  ['https://gateway.example', { HTTPS_PROXY: proxy, no_proxy: '*' }, undefined],
  ['https://127.0.0.1:4010', { HTTPS_PROXY: proxy }, undefined],
  ['https://[::1]:4010', { HTTPS_PROXY: proxy }, undefined],
] as const)('%s with %o goes through %s', ([address, environment, host]) => {
  expect(proxyFor(address, environment)?.host).toBe(host)
})

/** Starts a proxy that connects every tunnel to the port, or refuses it. Returns a connector that uses it. */
const connectorTo = async (port: number | undefined) => {
  const asked: (string | undefined)[][] = []
  const server = createServer().on('connect', ({ url, headers }, socket) => {
    asked.push([url, headers['proxy-authorization']])
    if (port === undefined) return socket.end('HTTP/1.1 403 Forbidden\r\n\r\n')
    const onward = connect(port, '127.0.0.1', () => socket.write('HTTP/1.1 200 OK\r\n\r\n'))
    socket
      .on('error', () => onward.destroy())
      .pipe(onward)
      .on('error', () => socket.destroy())
      .pipe(socket)
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const url = `http://user:secret@127.0.0.1:${(server.address() as AddressInfo).port}`
  const dispatcher = new Agent({ connect: throughProxy({ HTTPS_PROXY: url }) })
  closers.push(() => dispatcher.destroy())
  return { dispatcher, asked }
}

test('https goes through a tunnel of the proxy, and the proxy resolves the name', async () => {
  const read = (name: string) => readFile(new URL(`fixtures/localhost.${name}.pem`, import.meta.url), 'utf8')
  const [key, cert] = await Promise.all([read('key'), read('cert')])
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  closers.push(() => setDefaultCACertificates(trusted))
  const server = createTlsServer({ key, cert }, ({ url }, response) => response.end(url))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  const { dispatcher, asked } = await connectorTo((server.address() as AddressInfo).port)
  const { body } = await request('https://gateway.invalid/path', { dispatcher })
  expect(await body.text()).toBe('/path')
  expect(asked).toEqual([['gateway.invalid:443', 'Basic dXNlcjpzZWNyZXQ=']])
})

test('a proxy that refuses is named', async () => {
  const { dispatcher } = await connectorTo(undefined)
  await expect(request('https://gateway.invalid/', { dispatcher })).rejects.toThrow(
    /opens no connection to gateway.invalid:443 \(403\)/,
  )
})
