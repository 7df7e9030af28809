import { textOf } from '../../protocol/json/any-json.ts'
import { machineLimitOf } from '../machine-limits.ts'
import { ForbiddenLead } from './leads.ts'
import { beyondLimit, unparsed } from './limits.ts'
import type { Silence } from './response.ts'

const unreachableCodes = new Set([
  'ECONNREFUSED',
  'ENOTFOUND',
  'EAI_AGAIN',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'UND_ERR_CONNECT_TIMEOUT',
  'EPROTO',
])

/** The name of undici's error for a request that it does not send. */
const unsendable = new Set(['UND_ERR_INVALID_ARG', 'UND_ERR_NOT_SUPPORTED'])

const ownCodes = new Set(['EMFILE', 'ENFILE', 'ENOBUFS', 'ENOMEM', 'EADDRNOTAVAIL'])

const ownMessage = (error: unknown): string => {
  const limit = machineLimitOf(error)
  return limit ? `${limit.cause}. ${limit.remedy}` : connectionMessage(error)
}

const tlsCodes = /^(ERR_TLS|ERR_SSL|CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|HOSTNAME_MISMATCH)/

/** The message for a response that does not arrive in time. */
export const noResponseInTime = 'no complete response in time'

type ErrorOfClient = { name?: string; code?: string; message?: string }

/** The names of undici's parser errors that occur while the body is shorter than its stated length. */
const wrongLength = 'UND_ERR_RES_CONTENT_LENGTH_MISMATCH'

/** Returns why the client cannot parse a response; `undefined` if it only ended early, or never began. */
const unreadReason = ({ name, code, message = '' }: ErrorOfClient, hasHead: boolean): string | undefined => {
  if (code === wrongLength && !hasHead) return 'its Content-Length is invalid, or it has Transfer-Encoding as well'
  const [, reason] = (name === 'HTTPParserError' && /\(([^()]+)\)/.exec(message)) || []
  return reason === 'Invalid EOF state' ? undefined : reason
}

/** Returns what a connection error means for a request. `hasHead`: the head of a response was read. */
export const silenceOf = (error: unknown, hasHead = false): Silence => {
  if (error instanceof ForbiddenLead) return { kind: 'forbidden', message: error.message }
  const { code = '', message = '' } = error as ErrorOfClient
  if (unsendable.has(code)) return { kind: 'forbidden', message: `the request cannot be sent: ${message}` }
  const reason = unreadReason(error as ErrorOfClient, hasHead)
  if (reason !== undefined) return { kind: 'unread', message: unparsed('the response', reason) }
  if (code === 'UND_ERR_HEADERS_OVERFLOW') return beyondLimit('headers')
  if (code === 'UND_ERR_SOCKET' && message === 'bad response') return beyondLimit('interim')
  // This machine has run out of connections, which says nothing about the server.
  if (ownCodes.has(code)) return { kind: 'refused', message: ownMessage(error) }
  const kind = tlsCodes.test(code) || unreachableCodes.has(code) ? 'refused' : 'broken'
  return { kind, message: connectionMessage(error) }
}

/** Returns a short reason for a failed connection: for an OpenSSL error, only its reason; for several errors, the first. */
export const connectionMessage = (error: unknown): string => {
  const { message = '', code, errors } = error as { message?: string; code?: string; errors?: unknown[] }
  if (message === '' && errors?.[0] !== undefined) return connectionMessage(errors[0])
  const reason = /:error:[0-9A-F]+:[^:]*:[^:]*:([^:]+):/i.exec(message)?.[1]
  return (reason && `TLS failed: ${reason}`) || message || code || textOf(error)
}

const unresolved = /\b(ENOTFOUND|EAI_AGAIN)\b/

const remedies: readonly [RegExp, string][] = [
  [/^the response is not HTTP/, 'If no HTTP server listens there, correct the address.'],
  [unresolved, 'Correct the name, or make this machine resolve it (DNS, or its hosts file).'],
  [/^the proxy /, 'Check the proxy that HTTPS_PROXY or HTTP_PROXY names, or name the host in NO_PROXY.'],
  [
    /self.signed certificate|unable to (get|verify)|untrusted/i,
    'Make the harness trust the authority that issued the certificate: NODE_EXTRA_CA_CERTS=ca.pem. If it is a public one, make the server send its whole chain.',
  ],
  [
    /altnames|hostname mismatch/i,
    'Use a name that is in the certificate, or give the server a certificate for this one.',
  ],
  [/certificate (has expired|is not yet valid)/i, 'Renew the certificate, and compare the clocks.'],
  [
    /wrong version number|packet length too long|http request/i,
    'That port does not speak TLS: use http, or a different port.',
  ],
  [
    /unsupported protocol|handshake failure|alert/i,
    'Enable TLS 1.2 or 1.3 on the server, without client certificates.',
  ],
]

/** Returns whether this machine could not resolve a name, which says nothing about the server. */
export const isUnresolved = (message: string): boolean => unresolved.test(message)

/** Returns the remedy for a connection that failed because of a name, TLS, a proxy, or an unreadable response; `undefined` for any other cause. */
export const connectionRemedy = (message: string): string | undefined =>
  remedies.find(([pattern]) => pattern.test(message))?.[1]
