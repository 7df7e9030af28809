import { Agent, createServer, request as httpRequest, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo, connect, type Socket } from 'node:net'
import { buffer } from 'node:stream/consumers'

/** A request on its way to the target, or from it. */
export type FieldRequest = {
  method: string
  /** As on the request line. */
  path: string
  /** Names and values, alternating, as sent. */
  rawHeaders: readonly string[]
  body: Buffer
}

/** A response on its way back. `closes`: the connection ends with it. */
export type FieldResponse = { status: number; rawHeaders: readonly string[]; body: Buffer; closes?: boolean }

/** The result of a hop: a response, a reset connection, or silence. */
type HopResult = FieldResponse | 'reset' | 'hang'

/** A hop between the harness and the target: it gets each request, passes it on, and gets the result. */
export type Hop = (request: FieldRequest, next: (request: FieldRequest) => Promise<HopResult>) => Promise<HopResult>

export type FieldProxy = { url: string; close(): Promise<void> }

/** The value of a header, or undefined. */
export const headerOf = ({ rawHeaders }: Pick<FieldRequest, 'rawHeaders'>, name: string): string | undefined => {
  const at = rawHeaders.findIndex((header, index) => index % 2 === 0 && header.toLowerCase() === name)
  return at < 0 ? undefined : rawHeaders[at + 1]
}

/** Maps each header to any number of pairs of name and value. */
export const mapHeaders = (
  rawHeaders: readonly string[],
  change: (name: string, value: string) => readonly string[],
): string[] => {
  const changed: string[] = []
  for (let at = 0; at < rawHeaders.length; at += 2)
    changed.push(...change(rawHeaders[at] ?? '', rawHeaders[at + 1] ?? ''))
  return changed
}

/** Starts a proxy on loopback that sends each request through the hops, the first one nearest to the client. */
export const openProxy = async (upstream: () => URL, hops: readonly Hop[]): Promise<FieldProxy> => {
  const agent = new Agent({ keepAlive: true })
  const last = (request: FieldRequest): Promise<HopResult> => forward(request, upstream(), agent)
  const through = hops.reduceRight<(request: FieldRequest) => Promise<HopResult>>(
    (next, hop) => request => hop(request, next),
    last,
  )
  const server = createServer({ maxHeaderSize: 131_072 }, (incoming, outgoing) => {
    void passOn(incoming, outgoing, through)
  })
  server.on('clientError', ({ rawPacket }: Error & { rawPacket?: Buffer }, socket: Socket) =>
    passBytes(socket, rawPacket, upstream()),
  )
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const close = async () => {
    agent.destroy()
    server.closeAllConnections()
    await new Promise(resolve => server.close(resolve))
  }
  return { url: `http://127.0.0.1:${port}`, close }
}

/** Passes on bytes that are not HTTP, such as the beginning of TLS, as a network does. */
const passBytes = (from: Socket, bytes: Buffer | undefined, to: URL): void => {
  const onward = connect({ host: to.hostname, port: Number(to.port) }, () => onward.write(bytes ?? ''))
  const close = () => [from, onward].forEach(socket => void socket.destroy())
  onward.on('error', close).on('close', close)
  from.on('error', close).on('close', close)
  onward.pipe(from)
}

/** Resets a connection. One that has ended is destroyed: Node would keep it, and the thread would never end. */
const reset = (socket: Socket): void => void (socket.writable ? socket.resetAndDestroy() : socket.destroy())

const passOn = async (
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  through: (request: FieldRequest) => Promise<HopResult>,
): Promise<void> => {
  try {
    const { method = 'GET', url: path = '/', rawHeaders } = incoming
    const passage = await through({ method, path, rawHeaders, body: await buffer(incoming) })
    if (passage === 'hang') return
    if (passage === 'reset') return reset(incoming.socket)
    write(outgoing, passage)
  } catch {
    reset(incoming.socket)
  }
}

const perConnection = new Set(['connection', 'keep-alive', 'transfer-encoding', 'content-length'])

const write = (outgoing: ServerResponse, { status, rawHeaders, body, closes }: FieldResponse): void => {
  outgoing.sendDate = false
  const headers = mapHeaders(rawHeaders, (name, value) => (perConnection.has(name.toLowerCase()) ? [] : [name, value]))
  const isBare = status === 204 || status === 304
  outgoing.writeHead(status, [
    ...headers,
    ...(isBare ? [] : ['content-length', String(body.length)]),
    ...(closes ? ['connection', 'close'] : []),
  ])
  outgoing.end(body)
}

const forward = ({ method, path, rawHeaders, body }: FieldRequest, to: URL, agent: Agent): Promise<HopResult> =>
  new Promise(resolve => {
    const headers = mapHeaders(rawHeaders, (name, value) =>
      perConnection.has(name.toLowerCase()) && name.toLowerCase() !== 'content-length' ? [] : [name, value],
    )
    const options = { host: to.hostname, port: to.port, method, path, headers, agent, setHost: false }
    const outgoing = httpRequest(options, response => {
      buffer(response).then(
        bytes => resolve({ status: response.statusCode ?? 502, rawHeaders: response.rawHeaders, body: bytes }),
        () => resolve('reset'),
      )
    })
    outgoing.on('error', () => resolve('reset'))
    outgoing.end(body)
  })
