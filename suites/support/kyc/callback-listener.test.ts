import { once } from 'node:events'
import { type AddressInfo, createServer, type Socket } from 'node:net'
import { expect, test } from 'vitest'
import type { CheckContext } from '../../../harness/context.ts'
import type { RequestFilter } from '../../../harness/counterpart.ts'
import { listenForCallbacks } from './callback-listener.ts'

const seenAt = (at: number) => ({ kind: 'tls', at }) as Parameters<RequestFilter>[0]

test('a late connection of the harness is not mistaken for one of the target', async () => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const filters: RequestFilter[] = []
  // The first connection is not noticed in time, but the second is.
  const wait = async (filter: RequestFilter) => {
    filters.push(filter)
    return filters.length === 2 ? [seenAt(performance.now())] : []
  }
  const context = {
    counterpart: { baseUrl: `http://127.0.0.1:${port}`, journal: { wait, find: () => [], lossSince: () => undefined } },
    requester: { ocid: 7001 },
    journal: { wait },
    signal: new AbortController().signal,
  } as unknown as CheckContext
  const sockets: Socket[] = []
  server.on('connection', socket => void sockets.push(socket.on('error', () => undefined)))
  const listening = listenForCallbacks(context)
  while (sockets.length < 2) await once(server, 'connection')
  sockets[1]?.destroy()
  const late = performance.now()
  sockets[0]?.destroy()
  const listener = await listening
  const isConnection = listener?.isConnection(false) ?? (() => false)
  await listener?.connection(isConnection, 0)
  expect(filters.at(-1)?.(seenAt(late))).toBe(false)
  expect(filters.at(-1)?.(seenAt(performance.now() + 1))).toBe(true)
  server.close()
})

test('at an HTTPS address, only a request to an address that nobody else knows counts', async () => {
  const context = {
    counterpart: { baseUrl: 'https://counterpart.test' },
    requester: { ocid: 7001 },
    journal: {},
    fresh: () => 'seen-1',
  } as unknown as CheckContext
  const listener = await listenForCallbacks(context)
  const requested = (path: string) => ({ ...seenAt(performance.now() + 1), path })
  expect(listener?.addresses[0]).toBe(listener?.secret)
  expect(listener?.isConnection(true)(requested('/7001/callback?seen=seen-1&status=granted'))).toBe(true)
  expect(listener?.isConnection(true)(requested('/7001/callback'))).toBe(false)
  expect(listener?.isConnection(false)(requested('/7001/callback'))).toBe(true)
})
