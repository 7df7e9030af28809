import { connect as connectTo, type LookupFunction, type Socket } from 'node:net'
import { connect as connectByTls } from 'node:tls'
import { type buildConnector, buildConnector as createConnector } from 'undici'

type Connector = ReturnType<typeof buildConnector>
type Environment = Readonly<Record<string, string | undefined>>

const loopback = /^(localhost|.*\.localhost|127\..*|::1)$/

const hostOf = ({ hostname }: URL): string => hostname.replace(/^\[(.*)\]$/, '$1').toLowerCase()

/** Returns whether an entry of NO_PROXY, such as `.example.com`, `10.0.0.1` or `host:8080`, matches an address. */
const names = (entry: string, url: URL): boolean => {
  const [, name = '', port] = /^\*?\.?(.*?)(?::(\d+))?$/.exec(entry.toLowerCase()) ?? []
  const host = hostOf(url)
  const isPort = port === undefined || port === (url.port || (url.protocol === 'https:' ? '443' : '80'))
  return isPort && (entry === '*' || (name !== '' && (host === name || host.endsWith(`.${name}`))))
}

/**
 * Returns the proxy for an address, from HTTPS_PROXY, HTTP_PROXY, ALL_PROXY and NO_PROXY, in upper or lower case; `undefined` for a direct
 * connection, which is always used for loopback.
 */
export const proxyFor = (address: string, environment: Environment = process.env): URL | undefined => {
  const url = new URL(address)
  const read = (name: string) => environment[name] || environment[name.toUpperCase()]
  const proxy = read(url.protocol === 'https:' ? 'https_proxy' : 'http_proxy') ?? read('all_proxy')
  if (proxy === undefined || loopback.test(hostOf(url))) return undefined
  if ((read('no_proxy') ?? '').split(/[,\s]+/).some(entry => entry !== '' && names(entry, url))) return undefined
  const whole = proxy.includes('://') ? proxy : `http://${proxy}`
  return URL.canParse(whole) ? new URL(whole) : undefined
}

/** Returns the header with the credentials of a proxy, if it has any. */
export const proxyAuthorization = ({ username, password }: URL): [string, string][] =>
  username === ''
    ? []
    : [
        [
          'proxy-authorization',
          `Basic ${Buffer.from(`${decodeURIComponent(username)}:${decodeURIComponent(password)}`).toString('base64')}`,
        ],
      ]

/**
 * Creates the connector of a client: https goes through the proxy in the environment. undici's ProxyAgent would join deliberately repeated
 * headers, and send plain HTTP requests one by one. `lookup`: resolves the names of an origin.
 */
export const throughProxy = (
  environment: Environment = process.env,
  lookup?: (origin: string) => LookupFunction,
): Connector => {
  const connectors = new Map<string, Connector>()
  return (options, callback) => {
    const origin = `${options.protocol}//${options.host ?? options.hostname}`
    const proxy = proxyFor(origin, environment)
    const connect =
      connectors.get(origin) ?? createConnector({ allowH2: false, ...(lookup ? { lookup: lookup(origin) } : {}) })
    connectors.set(origin, connect)
    if (proxy === undefined || options.protocol !== 'https:') return connect(options, callback)
    tunnel(proxy, `${options.hostname}:${options.port || 443}`).then(
      httpSocket => connect({ ...options, httpSocket }, callback),
      error => callback(error, null),
    )
  }
}

/** How many milliseconds a proxy may take to open a tunnel, and how many bytes its response may have. */
const [longestWaitMs, longestHead] = [10_000, 65_536]

const refused = (message: string): Error => Object.assign(new Error(message), { code: 'ECONNREFUSED' })

/** Opens a tunnel to `authority` through a proxy. */
const tunnel = (proxy: URL, authority: string): Promise<Socket> =>
  new Promise((resolve, reject) => {
    const where = `the proxy ${proxy.host}`
    const port = Number(proxy.port || (proxy.protocol === 'https:' ? 443 : 80))
    const host = hostOf(proxy)
    const socket =
      proxy.protocol === 'https:' ? connectByTls({ host, port, servername: host }) : connectTo({ host, port })
    const end = (error: Error) => {
      socket.destroy()
      reject(error)
    }
    let head = Buffer.alloc(0)
    const read = (chunk: Buffer) => {
      head = Buffer.concat([head, chunk])
      const length = head.indexOf('\r\n\r\n')
      if (length < 0) return head.length > longestHead ? end(refused(`${where} sends too long a response`)) : undefined
      const status = /^HTTP\/1\.\d (\d{3})/.exec(head.toString('latin1'))?.[1]
      if (status !== '200') return end(refused(`${where} opens no connection to ${authority} (${status ?? 'no HTTP'})`))
      socket.setTimeout(0).removeAllListeners()
      if (head.length > length + 4) socket.unshift(head.subarray(length + 4))
      resolve(socket)
    }
    socket.on('error', ({ message }: Error) => end(refused(`${where} cannot be reached: ${message}`)))
    socket.on('close', () => end(refused(`${where} closed the connection to ${authority}`)))
    socket.setTimeout(longestWaitMs, () => end(refused(`${where} does not answer`)))
    socket.on('data', read)
    const headers = [['Host', authority], ...proxyAuthorization(proxy)].map(([name, value]) => `${name}: ${value}\r\n`)
    socket.once(proxy.protocol === 'https:' ? 'secureConnect' : 'connect', () =>
      socket.write(`CONNECT ${authority} HTTP/1.1\r\n${headers.join('')}\r\n`),
    )
  })

/** Returns the proxies set in the environment. */
export const proxiesIn = (environment: Environment = process.env): string[] =>
  ['http:', 'https:'].flatMap(
    scheme => proxyFor(`${scheme}//proxied.example`, { ...environment, no_proxy: '', NO_PROXY: '' })?.origin ?? [],
  )
