import { joinPath } from '../../protocol/base-url.ts'
import { sha256Hex } from '../../protocol/hash.ts'
import type { Json } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { canonicalRequest, type RequestParts, signRequest } from '../../protocol/request.ts'
import type { Answer } from './answer.ts'
import { header } from './answer.ts'
import { expectedOf, type Refused } from './expected.ts'
import type { Fault } from './faults.ts'
import { Blocked } from './outcome.ts'
import { Sent } from './sent.ts'
import type { Actor, Session } from './session.ts'
import { pause } from './slots.ts'
import type { WireRequest } from './wire.ts'

/** A request that is ready to go. */
export type SignedRequest = { method: string; path: string; headers: [string, string][]; body: string | Uint8Array }

/** Who sends a request, and what is wrong with it before it is signed. */
export type Sending = {
  as: Actor
  /** In place of the sender's OCID. */
  ocid?: string | number
  /** In place of the present second. */
  timestamp?: string | number
  /** In place of a fresh nonce. */
  nonce?: string
  /** In place of the sender's key. */
  key?: PrivateKey
  /** In place of the operation's path, below the base address. */
  path?: string
  /** In place of application/json. */
  contentType?: string
  /** What is wrong with it after it is signed. */
  tamper?: Fault
  /** Milliseconds in place of the wire's. */
  timeoutMs?: number
}

/** What goes out as a body: JSON, or text or bytes as they are. */
export type Body = Json | Uint8Array | undefined

/** What a check does with the target: operations by name, and plain requests. */
export type Target = {
  /** Calls an authenticated operation, as soon as its body is there. A body that is a string or bytes goes out as it is. */
  call(operation: OperationName, body: Body | Promise<Body>, sending: Sending): Sent
  /** A request without authentication headers; `path` is appended to the base address. */
  get(path: string, options?: Partial<WireRequest>): Sent
  /** A request to any address of the target, nothing added. */
  send(request: WireRequest, what?: string): Sent
  /** The URL of a path below the base address. */
  url(path: string): URL
}

/** The target as one check sees it: what it sends is filed under the check. */
export const createTarget = (
  session: Session,
  check: { id: string; signal: AbortSignal; sent(answer: Answer): void },
): Target => {
  const deliver = async (request: WireRequest, timeoutMs?: number): Promise<Answer> => {
    const sender = { check: check.id, signal: check.signal, ...(timeoutMs === undefined ? {} : { timeoutMs }) }
    const answer = await session.wire.send(request, sender)
    check.sent(answer)
    if (check.signal.aborted) throw new Blocked('the check ran out of time, or the run was interrupted')
    if (answer.silence?.kind === 'refused') throw new Blocked(`the target cannot be reached: ${answer.silence.message}`)
    return answer
  }
  const call: Target['call'] = (operation, body, sending) => {
    const attempt = async () =>
      deliver(authenticated(session, { operation, body: await body, sending }), sending.timeoutMs)
    const expected = async (refusal: Answer) =>
      isAsItHasToBe(sending)
        ? expectedOf(refusal, refusedCall(session, { operation, body: await body, sending }, deliver))
        : undefined
    return new Sent(unlessThrottled(attempt, check.signal), nameOf(operation, sending), expected)
  }
  const url = (path: string) => new URL(joinPath(session.target.apiUrl, path))
  const send: Target['send'] = (request, what = `${request.method} ${request.path}`) =>
    new Sent(
      unlessThrottled(() => deliver(request), check.signal),
      what,
    )
  const get: Target['get'] = (path, options = {}) =>
    send({ method: 'GET', ...address(session, path), headers: [['accept', 'application/json']], ...options })
  return { call, get, send, url }
}

/** Nothing about its authentication is out of order on purpose. */
const isAsItHasToBe = ({ ocid, timestamp, nonce, key, tamper }: Sending): boolean =>
  [ocid, timestamp, nonce, key, tamper].every(one => one === undefined)

/** A call that was refused, for finding out what the target would have taken. */
const refusedCall = (session: Session, call: Call, deliver: (request: WireRequest) => Promise<Answer>): Refused => {
  const { key } = call.sending.as
  return {
    parts: partsOf(session, call),
    key,
    dialect: session.profile,
    signedOver: parts => {
      const { ocid, timestamp, nonce } = partsOf(session, call)
      const signed = signRequest({ ...parts, ocid, timestamp, nonce }, key, session.profile)
      const tamper: Fault = {
        name: 'signed over other parts',
        apply: request => ({
          ...request,
          headers: [...request.headers.filter(([name]) => !(name in signed)), ...Object.entries(signed)],
        }),
      }
      return deliver(authenticated(session, { ...call, sending: { ...call.sending, tamper } }))
    },
    withBody: body => deliver(authenticated(session, { ...call, body })),
  }
}

const nameOf = (operation: OperationName, { tamper }: Sending) =>
  `${operations[operation].method} ${operations[operation].path}${tamper ? ` (${tamper.name})` : ''}`

/** Origin and path on the request line of a path below the base address, not normalized. */
export const address = (session: Pick<Session, 'target'>, path: string): { origin: string; path: string } => {
  const base = new URL(session.target.apiUrl)
  return { origin: base.origin, path: base.pathname.replace(/\/$/, '') + path }
}

type Call = { operation: OperationName; body: Body; sending: Sending }

/** What of a call goes over the wire, and into its signature. */
const partsOf = (session: Session, { operation, body, sending }: Call): RequestParts => ({
  method: operations[operation].method,
  path: address(session, sending.path ?? operations[operation].path).path,
  ocid: String(sending.ocid ?? sending.as.ocid),
  timestamp: String(sending.timestamp ?? Math.floor(Date.now() / 1000)),
  nonce: sending.nonce ?? session.fresh('n'),
  body: typeof body === 'string' || body instanceof Uint8Array ? body : body === undefined ? '' : JSON.stringify(body),
})

/** Signs and dresses a request. Heading: Authentication. */
export const authenticated = (session: Session, call: Call): WireRequest => {
  if (session.obstacles.authentication) throw new Blocked(session.obstacles.authentication)
  const { sending } = call
  const parts = partsOf(session, call)
  const { origin } = address(session, parts.path)
  const { method, path, body } = parts
  const key = sending.key ?? sending.as.key
  const signed = signRequest(parts, key, session.profile)
  const headers: [string, string][] = [
    ['content-type', sending.contentType ?? 'application/json'],
    ['accept', 'application/json'],
    ...Object.entries(signed),
  ]
  const ready: SignedRequest = { method, path, headers, body }
  const canonical = canonicalRequest(parts, session.profile.canonicalRequest, session.profile.canonicalJson)
  const proof = {
    what: 'the request',
    canonical,
    hash: sha256Hex(canonical),
    signature: signed['X-OC-Signature'],
    publicKey: key.publicKey,
  }
  return { origin, ...(sending.tamper?.apply(ready) ?? ready), signed: [proof] }
}

/** Sends again what was answered 429: limits of rate are the target's own affair, and every attempt is signed anew. */
const unlessThrottled = async (attempt: () => Promise<Answer>, signal: AbortSignal): Promise<Answer> => {
  for (let wait = 250; ; wait *= 2) {
    const answer = await attempt()
    if (answer.status !== 429 || wait > 4_000) return answer
    const asked = Number(header(answer, 'retry-after')) * 1000
    await pause(asked > 0 ? Math.min(asked, 5_000) : wait, signal)
  }
}
