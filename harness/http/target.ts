import { joinPath } from '../../protocol/base-url.ts'
import { type Json, jsonIn } from '../../protocol/json/json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { headerEncodingOf } from '../../protocol/profile.ts'
import { type RequestParts, signedRequest, signRequest } from '../../protocol/request/request.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import { decodeSignature } from '../../protocol/signature/signature.ts'
import { stampOf } from '../clock-undated.ts'
import { Blocked, Unreachable } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { address } from './address.ts'
import type { Signed } from './exchange.ts'
import type { Fault } from './faults.ts'
import type { HttpRequest, Outgoing, Sender } from './http-request.ts'
import { unlessRepeated, withSender } from './in-front.ts'
import { heldOnce, type Lanes } from './lanes.ts'
import { obstacleTo } from './obstacle-to.ts'
import { passageOf, passingOf, sendOnceThrough, sendThrough } from './passage.ts'
import { PendingResponse } from './pending-response.ts'
import { diagnoseRefusal, type RefusedRequest } from './refusal-diagnosis.ts'
import type { HttpResponse } from './response.ts'
import type { SignedRequest } from './signed-request.ts'

/**
 * Who sends a request, and how it departs from a correct one. Each member but `tamper` applies before the request is
 * signed.
 */
export type SendOptions = {
  as: Actor
  /** Replaces the sender's OCID. */
  ocid?: string | number
  /** Replaces the current second. */
  timestamp?: string | number
  /** Replaces the fresh nonce. */
  nonce?: string
  /** Draws nonces until r and s of the signature, 32 bytes each, are as meant. Any others are taken where the nonce is not signed. */
  isMeant?: (compact: Uint8Array) => boolean
  /** Replaces the sender's key. */
  key?: PrivateKey
  /** Replaces the operation's path, below the base address. */
  path?: string
  /** Replaces application/json. */
  contentType?: string
  /** Changes the signed request. */
  tamper?: Fault
  /** Sends it beside any other transfer, which may be in its way: for copies that have to meet. */
  atOnce?: true
  /** Milliseconds for the response, instead of the client's. */
  timeoutMs?: number
  /** Sends it at the same moment as the requests in the other lanes of a race. */
  lanes?: Lanes
}

/** A body to send: JSON, or text or bytes that are sent unchanged. */
type Body = Json | Uint8Array | undefined

/** Requests to the target: signed calls of operations, and plain requests. */
export type Target = {
  /** Calls an operation with the authentication headers, as soon as its body resolves. Heading: Authentication. */
  call(operation: OperationName, body: Body | Promise<Body>, sendOptions: SendOptions): PendingResponse
  /** Sends a GET without authentication headers; `path` is appended to the base address. */
  get(path: string, options?: Partial<HttpRequest>): PendingResponse
  /** Sends a request to any address of the target, without any additions. `what` names it in the report. */
  send(request: HttpRequest, what?: string, lanes?: Lanes): PendingResponse
  /** Returns the URL of a path below the base address. */
  url(path: string): URL
}

/**
 * The check that sends. `sent` gets every response; `excuse` keeps the wait for a turn from counting against the
 * check's time.
 */
export type SendingCheck = {
  id: string
  signal: AbortSignal
  sent(response: HttpResponse): void
  /** Gets the response of a request that had to be accepted for the check to go on. */
  isControl?(response: HttpResponse): void
  excuse?: <T>(work: Promise<T>) => Promise<T>
  /** Its requests have their turn before those of others. */
  goesFirst?: boolean
}

/** Creates the target for one check. */
export const createTarget = (run: RunContext, check: SendingCheck): Target => {
  const { origin } = new URL(run.target.apiUrl)
  const deliver = async (request: Outgoing, limits: Partial<Sender> = {}, isNew = false): Promise<HttpResponse> => {
    const { id, signal, excuse, goesFirst = false } = check
    const sender = { check: id, signal, goesFirst, ...(excuse ? { excuse } : {}), ...limits }
    const sent = withSender(await run.http.send(request, sender), run.metadata)
    const response = isNew ? unlessRepeated(sent) : sent
    check.sent(response)
    if (response.url.startsWith(`${origin}/`))
      for (const see of [run.clock.see, run.seen.see]) see(response, isNew ? stampOf(response) : undefined)
    if (signal.aborted) throw new Blocked('the check ran out of time, or the run was interrupted')
    return unlessStopped(response)
  }
  const excusing = {
    ...(check.excuse ? { excuse: check.excuse } : {}),
    ...(check.isControl ? { isControl: check.isControl } : {}),
  }
  const control = () => deliver({ method: 'GET', ...address(run, '/metadata.json'), headers: [acceptJson] })
  const call: Target['call'] = (operation, body, sendOptions) => {
    const limits = limitsOf(sendOptions)
    const isNew = hasCorrectAuthentication(sendOptions)
    const attempt = async () => {
      const ready = await body
      const whole = { operation, body: ready, sendOptions }
      const once = () => ifPayable(run, whole, () => deliver(() => authenticated(run, whole), limits, isNew))
      if (operation !== 'transfer.create' || sendOptions.atOnce) return once()
      // A request whose nonce is given counts once, so that it cannot be sent again.
      return sendOptions.nonce === undefined
        ? sendThrough(passageOf(run), once, passingOf(check, sendOptions.lanes))
        : sendOnceThrough(passageOf(run), once, passingOf(check, sendOptions.lanes))
    }
    const diagnose = async (refusal: HttpResponse) =>
      isNew
        ? diagnoseRefusal(refusal, refusedCall(run, { operation, body: await body, sendOptions }, deliver))
        : undefined
    const rest = { diagnose, ...obstacleTo(operation, run), ...excusing }
    return new PendingResponse({ attempt, control, what: nameOf(operation, sendOptions), ...rest })
  }
  const url = (path: string) => new URL(joinPath(run.target.apiUrl, path))
  const send: Target['send'] = (request, what = `${request.method} ${request.path}`, lanes) => {
    const limits = limitsOf({ lanes })
    return new PendingResponse({ attempt: () => deliver(request, limits), control, what, ...excusing })
  }
  const get: Target['get'] = (path, options = {}) =>
    send({ method: 'GET', ...address(run, path), headers: [acceptJson], ...options })
  return { call, get, send, url }
}

/** Returns a response; throws what stands in the way if the target was not reached, cannot be read, takes no more, or leads where it may not. */
export const unlessStopped = (response: HttpResponse): HttpResponse => {
  const { silence } = response
  if (silence?.kind === 'refused') throw new Unreachable(`the target cannot be reached: ${silence.message}`)
  if (silence && /^(unread|throttled|forbidden|limit)$/.test(silence.kind)) throw new Blocked(silence.message)
  return response
}

/** Returns what limits a request: a time, and the lanes of a race, which hold it back once. */
const limitsOf = ({ timeoutMs, lanes }: { timeoutMs?: number; lanes?: Lanes | undefined }): Partial<Sender> => ({
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(lanes === undefined ? {} : { ready: heldOnce(lanes) }),
})

/** Sends a transfer; blocks the check if it is refused since the treasury may hold too little for it. */
const ifPayable = async (
  { treasury }: RunContext,
  { operation, body }: Call,
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> => {
  if (operation !== 'transfer.create') return send()
  const outcomeOf = treasury.watch(parsed(body))
  const response = await send()
  const shortage = outcomeOf(response)
  if (shortage !== undefined) throw new Blocked(shortage)
  return response
}

/** Returns a body as the target reads it. What is not JSON moves no money. */
const parsed = (body: Body): Json | undefined => {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return body
  return jsonIn(typeof body === 'string' ? body : new TextDecoder().decode(body))
}

const acceptJson: [string, string] = ['accept', 'application/json']

/** Returns whether nothing about the authentication is wrong or chosen on purpose. */
const hasCorrectAuthentication = ({ ocid, timestamp, nonce, isMeant, key, tamper }: SendOptions): boolean =>
  [ocid, timestamp, nonce, isMeant, key, tamper].every(option => option === undefined)

/** Prepares a rejected call for `diagnoseRefusal`. */
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
    signedOver: (parts, dialect = run.profile) => {
      const { ocid, timestamp, nonce } = partsOf(run, call)
      const signed = signRequest({ ...parts, ocid, timestamp, nonce }, key, dialect)
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

type Call = { operation: OperationName; body: Body; sendOptions: SendOptions }

/** Returns the parts of a call that its signature covers. */
const partsOf = (run: RunContext, { operation, body, sendOptions }: Call): RequestParts => ({
  method: operations[operation].method,
  path: address(run, sendOptions.path ?? operations[operation].path).path,
  base: address(run, '').path,
  ocid: String(sendOptions.ocid ?? sendOptions.as.ocid),
  timestamp: String(sendOptions.timestamp ?? run.clock.requestNow()),
  nonce: sendOptions.nonce ?? run.fresh('n'),
  body: typeof body === 'string' || body instanceof Uint8Array ? body : body === undefined ? '' : JSON.stringify(body),
})

/** Names who can sign the request again: nobody, if it was changed after it was signed, or signed with another key. */
const identityIn = (run: RunContext, { as, key, tamper, nonce }: SendOptions): Pick<Signed, 'identity'> => {
  const configured = Object.values(run.identities).find(({ ocid }) => ocid === as.ocid)
  const isOwn = tamper === undefined && key === undefined && configured?.key === as.key
  if (!isOwn) return {}
  return { identity: { name: configured.id, ocid: as.ocid, ...(nonce === undefined ? {} : { nonce: true }) } }
}

/** Nonces that are drawn for a signature as it is meant: one byte that is zero has one in 256, and less than one run in a thousand none. */
const mostNonces = 2_000

/** Signs a call, with further nonces as long as its signature is not as it is meant. */
const signedAsMeant = (run: RunContext, call: Call, key: PrivateKey) => {
  const { isMeant = () => true } = call.sendOptions
  for (let left = mostNonces; ; left--) {
    const parts = partsOf(run, call)
    const { headers: signed, ...text } = signedRequest(parts, key, run.profile)
    const compact = decodeSignature(signed['X-OC-Signature'], headerEncodingOf(run.profile))
    if (left === 0 || compact === undefined || isMeant(compact)) return { parts, signed, text }
  }
}

/**
 * Signs a call and returns its request. Blocks the check if the preflight found that signed requests fail. Heading:
 * Authentication.
 */
const authenticated = (run: RunContext, call: Call): HttpRequest => {
  const { sendOptions } = call
  const obstacle = run.obstacles.authentication ?? run.obstacles.identities[sendOptions.as.id]
  if (obstacle) throw new Blocked(obstacle)
  const key = sendOptions.key ?? sendOptions.as.key
  const { parts, signed, text } = signedAsMeant(run, call, key)
  const { origin } = address(run, parts.path)
  const { method, path, body } = parts
  const headers: [string, string][] = [
    ['content-type', sendOptions.contentType ?? 'application/json'],
    ['accept', 'application/json'],
    ...Object.entries(signed),
  ]
  const ready: SignedRequest = { method, path, headers, body }
  const signature = signed['X-OC-Signature']
  const proof = { what: 'the request', ...text, signature, publicKey: key.publicKey, ...identityIn(run, sendOptions) }
  return { origin, ...(sendOptions.tamper?.apply(ready) ?? ready), signed: [proof] }
}
