import { maximumDepth } from '../../protocol/json/json.ts'
import type { Silence } from './response.ts'

/** A limit of the harness on what it reads from the target, which neither the document nor HTTP defines. */
type Limit = {
  /** The limit. */
  most: number
  /** How a report describes a response that exceeds it. */
  beyond: string
  /** Why there is a limit, and why it is not lower. */
  why: string
}

const limit = (most: number, beyond: (most: string) => string, why: string): Limit => ({
  most,
  beyond: beyond(most.toLocaleString('en')),
  why,
})

/** Limits for a response. Exceeding one blocks the check, since the target has broken no rule. */
export const responseLimits = {
  headers: limit(
    262_144,
    most => `more than ${most} bytes of headers`,
    'Browsers read as many bytes. Headers are kept as evidence, so they need a limit.',
  ),
  body: limit(
    4_194_304,
    most => `a body of more than ${most} bytes`,
    'Many bodies are kept in memory and parsed at a time. A target may repeat the request body, which is up to 1 MiB.',
  ),
  inflated: limit(
    4_194_304,
    most => `a body of more than ${most} bytes once it is decompressed`,
    'A thousand bytes can decompress to a million.',
  ),
  codings: limit(
    3,
    most => `a body in more than ${most} content codings`,
    'Each coding is decoded separately, and may enlarge the body.',
  ),
  coding: limit(
    0,
    () => 'a body in a content coding other than gzip, deflate, br and zstd',
    'Node supports no other codings. No request asks for one, but a server may choose any.',
  ),
  depth: limit(
    maximumDepth,
    most => `JSON that is nested more than ${most} levels deep`,
    'Comparing and signing JSON is recursive; a message of the document has five levels.',
  ),
  interim: limit(
    0,
    () => 'an interim response 100 (Continue), which no request asked for, before it',
    'The HTTP client, undici, gives up there; it reads any number of other interim responses.',
  ),
} as const

/** Limit for the metadata document. Exceeding it ends the run. */
export const metadataLimit = limit(
  262_144,
  most => `a metadata document of more than ${most} characters`,
  'The document is read with every request, and serialized again for each way in which it may be signed.',
)

/** Limits for a request to the counterpart. One that exceeds a limit gets a response, and blocks the checks that it may concern. */
export const requestLimits = {
  headers: limit(
    262_144,
    most => `more than ${most} bytes of headers`,
    'A response may have as many; Node reads 16 KiB.',
  ),
  extensions: limit(
    16_384,
    most => `more than ${most} bytes of chunk extensions`,
    'Node reads no more, and has no setting for this limit; few clients send any.',
  ),
  body: limit(
    67_108_864,
    most => `a body of more than ${most} bytes`,
    'The body is read to its end, so that the target gets a response, but not kept beyond 1 MiB.',
  ),
  json: limit(
    65_536,
    most => `a JSON body of more than ${most} bytes`,
    'Every request is kept until the run ends; a notification has a few hundred bytes.',
  ),
  depth: limit(
    maximumDepth,
    most => `JSON that is nested more than ${most} levels deep`,
    'The limit is the same as for a response.',
  ),
  codings: responseLimits.codings,
  coding: responseLimits.coding,
  seconds: limit(
    60,
    most => `not arrived within ${most} seconds`,
    'A connection that stalls would stay open until the run ends.',
  ),
} as const

/** How many redirects a navigation or the retrieval of an order follows. */
export const navigationLimits = {
  redirects: limit(20, most => `more than ${most} redirects in a row`, 'Browsers have the same limit.'),
} as const

const remedy = 'That is a limit of the harness, not of the document: keep the target below it for the run'

/** Returns why a response cannot be judged: it exceeds a limit. `size`: its size, if known. */
export const beyondLimit = (name: keyof typeof responseLimits, size?: number): Silence => ({
  kind: 'limit',
  message: `the response has ${responseLimits[name].beyond}${size === undefined ? '' : ` (${size.toLocaleString('en')})`}. ${remedy}`,
})

/** Returns why a response that was still arriving at the time limit cannot be judged. */
export const stillArriving = (bytes: number, timeoutMs: number): Silence => ({
  kind: 'limit',
  message: `the response was still arriving after ${timeoutMs / 1000} s, with ${bytes.toLocaleString('en')} bytes of its body. That is a limit of the harness: give --timeout more milliseconds`,
})

/** Returns the message for an address that redirects too often. */
export const tooManyRedirects = (url: string): string =>
  `${url.slice(0, 200)} has ${navigationLimits.redirects.beyond}. ${remedy}`

/** Returns the message for a request of the target that exceeds a limit of the counterpart. */
export const unreadRequest = (name: keyof typeof requestLimits): string =>
  `a request of the target to the counterpart has ${requestLimits[name].beyond}. ${remedy}`

/** Returns the message for something that the parser of Node and undici does not accept as HTTP. */
export const unparsed = (what: string, reason: string): string =>
  `${what} is not HTTP/1.1 that the harness can read: ${reason}. Compare its bytes with RFC 9112, and change the sender, or the server in front of it`
