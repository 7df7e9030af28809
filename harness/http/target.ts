import { joinPath } from '../../protocol/base-url.ts'
import { sha256Hex } from '../../protocol/hash.ts'
import type { Json } from '../../protocol/json.ts'
import type { PrivateKey } from '../../protocol/keys.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { canonicalRequest, type RequestParts, signRequest } from '../../protocol/request.ts'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import { Blocked } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'
import type { Fault } from './faults.ts'
import type { HttpRequest, Outgoing } from './http-client.ts'
import { PendingResponse } from './pending-response.ts'
import { diagnoseRefusal, type RefusedRequest } from './refusal-diagnosis.ts'
import type { HttpResponse } from './response.ts'
import type { SignedRequest } from './signed-request.ts'

/** Who sends a request, and what is wrong with it before it is signed. */
export type SendOptions = {
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
  call(operation: OperationName, body: Body | Promise<Body>, sendOptions: SendOptions): PendingResponse
  /** A request without authentication headers; `path` is appended to the base address. */
  get(path: string, options?: Partial<HttpRequest>): PendingResponse
  /** A request to any address of the target, nothing added. */
  send(request: HttpRequest, what?: string): PendingResponse
  /** The URL of a path below the base address. */
  url(path: string): URL
}

/** The check that sends. Its responses are filed under it; its limit does not run while a request waits for its turn. */
export type SendingCheck = {
  id: string
  signal: AbortSignal
  sent(response: HttpResponse): void
  excuse?: <T>(work: Promise<T>) => Promise<T>
}

/** Creates the target as one check sees it. */
export const createTarget = (run: RunContext, check: SendingCheck): Target => {
  const deliver = async (request: Outgoing, timeoutMs?: number): Promise<HttpResponse> => {
    const { id, signal, excuse } = check
    const sender = {
      check: id,
      signal,
      ...(excuse ? { excuse } : {}),
      ...(timeoutMs === undefined ? {} : { timeoutMs }),
    }
    const response = await run.http.send(request, sender)
    check.sent(response)
    if (signal.aborted) throw new Blocked('the check ran out of time, or the run was interrupted')
    const { silence } = response
    if (silence?.kind === 'refused') throw new Blocked(`the target cannot be reached: ${silence.message}`)
    if (silence?.kind === 'throttled') throw new Blocked(silence.message)
    return response
  }
  const control = () => deliver({ method: 'GET', ...address(run, '/metadata.json'), headers: [acceptJson] })
  const call: Target['call'] = (operation, body, sendOptions) => {
    const attempt = async () => {
      const ready = await body
      return deliver(() => authenticated(run, { operation, body: ready, sendOptions }), sendOptions.timeoutMs)
    }
    const diagnose = async (refusal: HttpResponse) =>
      isAsItHasToBe(sendOptions)
        ? diagnoseRefusal(refusal, refusedCall(run, { operation, body: await body, sendOptions }, deliver))
        : undefined
    return new PendingResponse({ attempt, control, what: nameOf(operation, sendOptions), diagnose })
  }
  const url = (path: string) => new URL(joinPath(run.target.apiUrl, path))
  const send: Target['send'] = (request, what = `${request.method} ${request.path}`) =>
    new PendingResponse({ attempt: () => deliver(request), control, what })
  const get: Target['get'] = (path, options = {}) =>
    send({ method: 'GET', ...address(run, path), headers: [acceptJson], ...options })
  return { call, get, send, url }
}

const acceptJson: [string, string] = ['accept', 'application/json']

/** Nothing about its authentication is out of order on purpose. */
const isAsItHasToBe = ({ ocid, timestamp, nonce, key, tamper }: SendOptions): boolean =>
  [ocid, timestamp, nonce, key, tamper].every(one => one === undefined)

/** A call that was refused, for finding out what the target would have taken. */
const refusedCall = (
  run: RunContext,
  call: Call,
  deliver: (request: Outgoing) => Promise<HttpResponse>,
): RefusedRequest => {
  const { key } = call.sendOptions.as
  return {
    parts: partsOf(run, call),
    key,
    dialect: run.profile,
    signedOver: parts => {
      const { ocid, timestamp, nonce } = partsOf(run, call)
      const signed = signRequest({ ...parts, ocid, timestamp, nonce }, key, run.profile)
      const tamper: Fault = {
        name: 'signed over other parts',
        apply: request => ({
          ...request,
          headers: [...request.headers.filter(([name]) => !(name in signed)), ...Object.entries(signed)],
        }),
      }
      return deliver(authenticated(run, { ...call, sendOptions: { ...call.sendOptions, tamper } }))
    },
    withBody: body => deliver(authenticated(run, { ...call, body })),
  }
}

const nameOf = (operation: OperationName, { tamper }: SendOptions) =>
  `${operations[operation].method} ${operations[operation].path}${tamper ? ` (${tamper.name})` : ''}`

/** Origin and path on the request line of a path below the base address, not normalized. */
export const address = (run: Pick<RunContext, 'target'>, path: string): { origin: string; path: string } => {
  const base = new URL(run.target.apiUrl)
  return { origin: base.origin, path: base.pathname.replace(/\/$/, '') + path }
}

type Call = { operation: OperationName; body: Body; sendOptions: SendOptions }

/** What of a call goes over the wire, and into its signature. */
const partsOf = (run: RunContext, { operation, body, sendOptions }: Call): RequestParts => ({
  method: operations[operation].method,
  path: address(run, sendOptions.path ?? operations[operation].path).path,
  ocid: String(sendOptions.ocid ?? sendOptions.as.ocid),
  timestamp: String(sendOptions.timestamp ?? unixSeconds()),
  nonce: sendOptions.nonce ?? run.fresh('n'),
  body: typeof body === 'string' || body instanceof Uint8Array ? body : body === undefined ? '' : JSON.stringify(body),
})

/** Signs and dresses a request. Heading: Authentication. */
export const authenticated = (run: RunContext, call: Call): HttpRequest => {
  if (run.obstacles.authentication) throw new Blocked(run.obstacles.authentication)
  const { sendOptions } = call
  const parts = partsOf(run, call)
  const { origin } = address(run, parts.path)
  const { method, path, body } = parts
  const key = sendOptions.key ?? sendOptions.as.key
  const signed = signRequest(parts, key, run.profile)
  const headers: [string, string][] = [
    ['content-type', sendOptions.contentType ?? 'application/json'],
    ['accept', 'application/json'],
    ...Object.entries(signed),
  ]
  const ready: SignedRequest = { method, path, headers, body }
  const canonical = canonicalRequest(parts, run.profile.canonicalRequest, run.profile.canonicalJson)
  const proof = {
    what: 'the request',
    canonical,
    hash: sha256Hex(canonical),
    signature: signed['X-OC-Signature'],
    publicKey: key.publicKey,
  }
  return { origin, ...(sendOptions.tamper?.apply(ready) ?? ready), signed: [proof] }
}
