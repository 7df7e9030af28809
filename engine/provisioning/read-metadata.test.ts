import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { readMetadata } from './read-metadata.ts'

const servers: ReturnType<typeof createServer>[] = []
afterEach(async () => {
  for (const server of servers.splice(0)) await new Promise(resolve => server.close(resolve))
})

const serve = async (listener: RequestListener): Promise<string> => {
  const server = createServer(listener).listen(0, '127.0.0.1')
  servers.push(server)
  await new Promise(resolve => server.once('listening', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const withHeaders = (bytes: number) =>
  serve((_, response) => response.writeHead(200, { 'x-a': 'x'.repeat(bytes), connection: 'close' }).end('{"name":"x"}'))

test('a document with 128 KiB of headers is read, and one beyond the limit is named', async () => {
  expect(await readMetadata(await withHeaders(131_072))).toEqual({ name: 'x' })
  await expect(readMetadata(await withHeaders(300_000))).rejects.toThrow(/more than 262,144 bytes of headers/)
})
