import { lookup } from 'node:dns'
import type { LookupFunction } from 'node:net'
import ipaddr from 'ipaddr.js'
import { Agent, type Dispatcher, request } from 'undici'
import { type OutgoingRequest, type Ports, type Send, within } from './ports.ts'

/** The largest document that is read. */
const documentLimitBytes = 65_536
/** The time to wait for a document. */
export const documentTimeoutMs = 3_000

// Special ranges that ipaddr.js calls unicast: IPv4-IPv6 translation, documentation, segment routing, site local.
const furtherSpecialRanges = [
  '64:ff9b:1::/48',
  '3fff::/20',
  '5f00::/16',
  'fec0::/10',
  '192.88.99.0/24',
  '2001::/23',
].map(range => ipaddr.parseCIDR(range))

/** Returns whether an IP address belongs to the public Internet: not loopback, private, link-local or otherwise special. */
export const isPublicAddress = (address: string): boolean => {
  if (!ipaddr.isValid(address)) return false
  const parsed = ipaddr.process(address)
  const isSpecial = furtherSpecialRanges.some(([net, bits]) => net.kind() === parsed.kind() && parsed.match(net, bits))
  return parsed.range() === 'unicast' && !isSpecial
}

const refusedName = (hostname: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`${hostname} does not resolve to a public address`), { code: 'EACCES' })

/**
 * Resolves names at the moment of connecting, so that a name cannot become private after a check. Refuses a name if any of its
 * addresses is not public. Clause: PAYMENT-09.
 */
export const guardedLookup =
  (resolve: typeof lookup = lookup): LookupFunction =>
  (hostname, options, callback) =>
    resolve(hostname, { ...options, all: true }, (error, found) => {
      const [first] = found ?? []
      if (error || first === undefined) callback(error ?? refusedName(hostname), '')
      else if (!found.every(({ address }) => isPublicAddress(address))) callback(refusedName(hostname), '')
      else if (options.all) callback(null, found)
      else callback(null, first.address, first.family)
    })

// A connection to an address literal resolves no name, so the literal itself is checked.
const isRefusedLiteral = (hostname: string): boolean => {
  const literal = hostname.replace(/^\[|\]$/g, '')
  return ipaddr.isValid(literal) && !isPublicAddress(literal)
}

const textWithin = async (body: Dispatcher.ResponseData['body'], limitBytes: number): Promise<string> => {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of body) {
    size += chunk.length
    if (size > limitBytes) throw new Error(`the response is larger than ${limitBytes} bytes`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}

const perform = async ({ url, limitBytes, ...rest }: OutgoingRequest, dispatcher: Dispatcher) => {
  const { statusCode, body } = await request(url, { ...rest, dispatcher, headersTimeout: 10_000, bodyTimeout: 10_000 })
  if (limitBytes > 0) return { status: statusCode, text: await textWithin(body, limitBytes) }
  // Only the status counts; the body is drained in the background, so that the connection can be reused.
  body.dump().catch(() => {})
  return { status: statusCode, text: '' }
}

/** Sends requests to public addresses only. */
const sendGuarded =
  (dispatcher: Dispatcher): Send =>
  async outgoing => {
    const { hostname } = new URL(outgoing.url)
    if (isRefusedLiteral(hostname)) throw refusedName(hostname)
    return perform(outgoing, dispatcher)
  }

/**
 * Creates the client for all requests of a role: http and https only (undici has no other), no redirects, and only public
 * addresses, except for the origins in `exempt`. Clauses: PAYMENT-09, WEBHOOK-12, CONSENT-07.
 */
export const guardedClient = (exempt: ReadonlySet<string>): { send: Send; close: () => Promise<void> } => {
  // By HTTP/2 all requests would share one connection, and end with it.
  const open = new Agent({ allowH2: false })
  const guarded = new Agent({ allowH2: false, connect: { lookup: guardedLookup() } })
  const elsewhere = sendGuarded(guarded)
  const send: Send = async outgoing =>
    exempt.has(new URL(outgoing.url).origin) ? perform(outgoing, open) : elsewhere(outgoing)
  const close = async (): Promise<void> => void (await Promise.all([open.destroy(), guarded.destroy()]))
  return { send, close }
}

/** Fetches a document, limited in size and time; throws unless the status is 200. Clauses: WEBHOOK-12, CONSENT-07. */
export const fetchDocument = async (
  ports: Pick<Ports, 'send' | 'after'>,
  url: string,
  timeoutMs = documentTimeoutMs,
): Promise<string> => {
  const answer = await within(ports, timeoutMs, signal =>
    ports.send({ method: 'GET', url, limitBytes: documentLimitBytes, signal }),
  )
  if (answer.status !== 200) throw new Error(`status ${answer.status}`)
  return answer.text
}
