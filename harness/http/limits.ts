import { maximumDepth } from '../../protocol/json/json.ts'
import type { Silence } from './response.ts'

/** Where the harness stops reading what the target sends, although no rule of the document or of HTTP ends it there. */
type Limit = {
  /** The most that is read. */
  most: number
  /** What is beyond it, in a report. */
  beyond: string
  /** Why there is a limit, and why it is not lower. */
  why: string
}

const limit = (most: number, beyond: (most: string) => string, why: string): Limit => ({
  most,
  beyond: beyond(most.toLocaleString('en')),
  why,
})

/** The limits for a response of the target. What exceeds one blocks the check, which names it: the target has broken no rule. */
export const responseLimits = {
  headers: limit(
    262_144,
    most => `more than ${most} bytes of headers`,
    'Browsers read as many. Each is kept as evidence, so that there is an end.',
  ),
  body: limit(
    4_194_304,
    most => `a body of more than ${most} bytes`,
    'It is kept in memory and parsed, many at a time. A target may repeat what it was sent, which is up to 1 MiB.',
  ),
  inflated: limit(
    4_194_304,
    most => `a body of more than ${most} bytes once it is decompressed`,
    'A thousand bytes can decompress to a million.',
  ),
  codings: limit(
    3,
    most => `a body in more than ${most} content codings`,
    'Each is undone by itself, and may grow what it is given.',
  ),
  coding: limit(
    0,
    () => 'a body in a content coding other than gzip, deflate, br and zstd',
    'Node has no other. No request asks for one, but a server may choose any.',
  ),
  depth: limit(
    maximumDepth,
    most => `JSON that is nested more than ${most} levels deep`,
    'What compares and signs JSON calls itself for each level; a message of the document has five.',
  ),
  interim: limit(
    0,
    () => 'an interim response 100 (Continue), which no request asked for, before it',
    'The HTTP client, undici, gives up there; it reads any number of other interim responses.',
  ),
} as const

/** The limit for the metadata document. What exceeds it ends the run, which names it. */
export const metadataLimit = limit(
  262_144,
  most => `a metadata document of more than ${most} characters`,
  'It is looked at with every request, and written anew for each way in which it may be signed.',
)

/** What a request of the target to the counterpart may have. What exceeds one is answered, and blocks the checks that it may concern. */
export const requestLimits = {
  headers: limit(
    262_144,
    most => `more than ${most} bytes of headers`,
    'As many as a response may have; Node reads 16 KiB.',
  ),
  extensions: limit(
    16_384,
    most => `more than ${most} bytes of chunk extensions`,
    'Node reads no more, and has no setting for it; hardly any client sends one.',
  ),
  body: limit(
    67_108_864,
    most => `a body of more than ${most} bytes`,
    'It is read to its end, so that the target gets an answer, and not kept beyond 1 MiB.',
  ),
  json: limit(
    65_536,
    most => `a JSON body of more than ${most} bytes`,
    'Every request is kept until the run ends; a notification has a few hundred bytes.',
  ),
  depth: limit(
    maximumDepth,
    most => `JSON that is nested more than ${most} levels deep`,
    'As deep as that of a response.',
  ),
  codings: responseLimits.codings,
  coding: responseLimits.coding,
  seconds: limit(
    60,
    most => `not arrived within ${most} seconds`,
    'A connection that sends nothing more would be open until the run ends.',
  ),
} as const

/** How far a navigation, or the retrieval of an order, is followed. */
export const navigationLimits = {
  redirects: limit(20, most => `more than ${most} redirects in a row`, 'Browsers give up after as many.'),
} as const

const remedy = 'That is a limit of the harness, not of the document: let the target keep below it for the run'

/** Returns why a response cannot be judged: it has what is beyond a limit. `size`: what it has, where that is known. */
export const beyondLimit = (name: keyof typeof responseLimits, size?: number): Silence => ({
  kind: 'limit',
  message: `the response has ${responseLimits[name].beyond}${size === undefined ? '' : ` (${size.toLocaleString('en')})`}. ${remedy}`,
})

/** Returns why a response that was still arriving when its time was over cannot be judged. */
export const stillArriving = (bytes: number, timeoutMs: number): Silence => ({
  kind: 'limit',
  message: `the response was still arriving after ${timeoutMs / 1000} s, with ${bytes.toLocaleString('en')} bytes of its body. That is a limit of the harness: give --timeout more milliseconds`,
})

/** Says that an address led on and on. */
export const tooManyRedirects = (url: string): string =>
  `${url.slice(0, 200)} has ${navigationLimits.redirects.beyond}. ${remedy}`

/** Says that a request of the target was beyond a limit of the counterpart. */
export const unreadRequest = (name: keyof typeof requestLimits): string =>
  `a request of the target to the counterpart has ${requestLimits[name].beyond}. ${remedy}`

/** Says that something is no HTTP to the parser that Node and undici have in common. */
export const unparsed = (what: string, reason: string): string =>
  `${what} is not HTTP/1.1 that the harness can read: ${reason}. Compare its bytes with RFC 9112, and change the sender, or what is in front of it`
