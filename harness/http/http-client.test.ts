import { readFile } from 'node:fs/promises'
import { createSecureServer } from 'node:http2'
import { createServer, type Socket } from 'node:net'
import { getCACertificates, setDefaultCACertificates } from 'node:tls'
import { afterEach, expect, test } from 'vitest'
import { createHttpClient } from './http-client.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

/** Sends two requests to a server that handles each with `answer`. Returns the second response and the evidence. */
const secondOf = async (method: string, answer: (socket: Socket, requests: number) => unknown, timeoutMs = 5_000) => {
  let [requests, connections] = [0, 0]
  const server = createServer(socket => {
    connections += 1
    closers.push(() => socket.destroy())
    socket.on('error', () => undefined)
    socket.on('data', () => answer(socket, ++requests))
  }).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const kept: string[] = []
  const evidence = { write: async ({ id }: { id: string }) => void kept.push(id) }
  const client = createHttpClient({ evidence, timeoutMs, concurrency: 1 })
  closers.push(
    () => server.close(),
    () => client.close(),
  )
  const { port } = server.address() as { port: number }
  const request = { method, origin: `http://127.0.0.1:${port}`, path: '/', headers: [] }
  const sender = { check: 'a', signal: new AbortController().signal }
  await client.send(request, sender)
  const response = await client.send(request, sender)
  const sendMore = async (count: number) => {
    const before = connections
    for (let sent = 0; sent < count; sent++) await client.send({ ...request, method: 'POST' }, sender)
    return connections - before
  }
  return { response, kept, requests, sendMore, client, request, sender }
}

const ok = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}'

/** Answers the first request, and closes the connection on the second. */
const closeOnSecond = (socket: Socket, requests: number) => (requests === 2 ? socket.destroy() : socket.write(ok))

test('a GET is sent again on a new connection if its own is closed before any answer', async () => {
  const { response, kept } = await secondOf('GET', closeOnSecond)
  expect(response).toMatchObject({ status: 200, exchange: '3' })
  expect(kept).toEqual(['1', '2', '3'])
})

test('each request opens its own connection once a kept-alive one was closed', async () => {
  const { sendMore } = await secondOf('GET', closeOnSecond)
  expect(await sendMore(3)).toBe(3)
})

test('connections are kept where none was closed', async () => {
  const { sendMore } = await secondOf('GET', socket => socket.write(ok))
  expect(await sendMore(3)).toBe(0)
})

test('a GET that is never answered is sent twice', async () => {
  const { response, requests } = await secondOf('GET', (socket, count) =>
    count > 1 ? socket.destroy() : socket.write(ok),
  )
  expect(response.silence).toMatchObject({ kind: 'broken' })
  expect(requests).toBe(3)
})

test('a POST may have had an effect, and is not sent again', async () => {
  const { response, requests } = await secondOf('POST', closeOnSecond)
  expect(response.silence).toMatchObject({ kind: 'broken' })
  expect(requests).toBe(2)
})

test('a request that is not answered in time counts, unless it has its own time limit', async () => {
  const { client } = await secondOf('GET', socket => socket.write(ok))
  expect(client.unanswered).toBe(0)
  const silent = await secondOf('POST', (socket, count) => count === 1 && socket.write(ok), 50)
  expect([silent.response.silence?.kind, silent.client.unanswered]).toEqual(['timeout', 1])
  await silent.client.send(silent.request, { ...silent.sender, timeoutMs: 10 })
  expect(silent.client.unanswered).toBe(1)
})

test('HTTP/1.1 is used even with a server that also supports HTTP/2', async () => {
  const read = (name: string) => readFile(new URL(`fixtures/localhost.${name}.pem`, import.meta.url), 'utf8')
  const [key, cert] = await Promise.all([read('key'), read('cert')])
  const trusted = getCACertificates('default')
  setDefaultCACertificates([...trusted, cert])
  closers.push(() => setDefaultCACertificates(trusted))
  const server = createSecureServer({ key, cert, allowHTTP1: true }, ({ httpVersion }, response) =>
    response.end(httpVersion),
  ).listen(0, '127.0.0.1')
  await new Promise(resolve => server.once('listening', resolve))
  const client = createHttpClient({ evidence: { write: async () => undefined }, timeoutMs: 5_000, concurrency: 1 })
  closers.push(
    () => server.close(),
    () => client.close(),
  )
  const { port } = server.address() as { port: number }
  const request = { method: 'GET', origin: `https://127.0.0.1:${port}`, path: '/', headers: [] }
  expect(await client.send(request, { check: 'a', signal: new AbortController().signal })).toMatchObject({
    text: '1.1',
  })
})

test('a request whose connection was refused is sent when the server is there', async () => {
  const server = createServer(socket => socket.on('data', () => socket.end(ok)))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  await new Promise(resolve => server.close(resolve))
  const client = createHttpClient({ evidence: { write: async () => undefined }, timeoutMs: 5_000, concurrency: 1 })
  closers.push(
    () => client.close(),
    () => server.close(),
  )
  const request = { method: 'POST', origin: `http://127.0.0.1:${port}`, path: '/', headers: [] }
  const response = client.send(request, { check: 'a', signal: new AbortController().signal })
  setTimeout(() => server.listen(port, '127.0.0.1'), 50)
  expect(await response).toMatchObject({ status: 200 })
})
