import { joinPath } from '../../protocol/base-url.ts'
import { inAddress } from '../../protocol/json/any-json.ts'
import { type Json, jsonIn, memberOf } from '../../protocol/json/json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { signRequest } from '../../protocol/request/request.ts'
import { stampOf } from '../clock-undated.ts'
import { Blocked, Unreachable } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { doubtAbout, noteUnsettled } from '../unsettled.ts'
import { address } from './address.ts'
import type { Fault } from './faults.ts'
import type { HttpRequest, Outgoing, Sender } from './http-request.ts'
import { unlessRepeated, withSender } from './in-front.ts'
import { heldOnce, type Lanes } from './lanes.ts'
import { acceptedLike, keepAccepted, type LookForLimit, mayBeUnread, nameOfLike, noteLimit } from './limited.ts'
import { obstacleTo } from './obstacle-to.ts'
import { isSuccess, PendingResponse } from './pending-response.ts'
import { diagnoseRefusal, type RefusedRequest } from './refusal-diagnosis.ts'
import { effectOf } from './refused-effect.ts'
import { sendOnce, sendWithRetries, serializerOf, waitingOf } from './request-serializer.ts'
import type { HttpResponse } from './response.ts'
import { authenticated, type Body, type Call, partsOf, type SendOptions } from './signed-call.ts'

/** Requests to the target: signed operation calls, and plain requests. */
export type Target = {
  /** Calls an operation with the authentication headers, as soon as its body resolves. Heading: Authentication. */
  call(operation: OperationName, body: Body | Promise<Body>, sendOptions: SendOptions): PendingResponse
  /** Sends a GET without authentication headers; `path` is appended to the base address. */
  get(path: string, options?: Partial<HttpRequest>): PendingResponse
  /** Sends a request to any address of the target, with nothing added. `what` names it in the report. */
  send(request: HttpRequest, what?: string, lanes?: Lanes): PendingResponse
  /** Returns the URL of a path below the base address. */
  url(path: string): URL
}

/** The sending check. `sent` gets every response; `excuse` keeps the wait for a turn from counting against the check's time. */
export type SendingCheck = {
  id: string
  signal: AbortSignal
  sent(response: HttpResponse): void
  /** Gets the response of a control. */
  isControl?(response: HttpResponse): void
  /** Gets a look at whether a refusal is due to something else than its request, by who is refused how. */
  mayBeLimited?(refused: string, look: LookForLimit): void
  /** Gets the reason if the outcome may be due to another request. */
  doubts?(reason: string): void
  excuse?: <T>(work: Promise<T>) => Promise<T>
  /** Its requests go to the front of the queue. */
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
  const usual = () => usualRead(run, { deliver, control })
  const call = callsOf(run, { check, deliver, control, usual, excusing })
  const url = (path: string) => new URL(joinPath(run.target.apiUrl, path))
  const send: Target['send'] = (request, what = `${request.method} ${request.path}`, lanes) => {
    const limits = limitsOf({ lanes })
    const attempt = async () => noteLimit(await deliver(request, limits), { run, check, what, again: usual })
    return new PendingResponse({ attempt, control, what, ...excusing })
  }
  const get: Target['get'] = (path, options = {}) =>
    send({ method: 'GET', ...address(run, path), headers: [acceptJson], ...options })
  return { call, get, send, url }
}

type Calling = {
  check: SendingCheck
  deliver: (request: Outgoing, limits?: Partial<Sender>, isNew?: boolean) => Promise<HttpResponse>
  control: () => Promise<HttpResponse>
  usual: () => Promise<HttpResponse>
  excusing: Pick<SendingCheck, 'excuse' | 'isControl'>
}

const callsOf =
  (run: RunContext, { check, deliver, control, usual, excusing }: Calling): Target['call'] =>
  (operation, body, sendOptions) => {
    const limits = limitsOf(sendOptions)
    const isNew = hasCorrectAuthentication(sendOptions)
    const attempt = async () => {
      const whole = { operation, body: await body, sendOptions }
      const once = async () => {
        const response = await ifPayable({ run, check }, whole, built =>
          deliver(() => built(authenticated(run, whole)), limits, isNew),
        )
        if (isNew && isSuccess(response)) keepAccepted(run, whole)
        const isUnread = () => mayBeUnread(run, whole)
        return noteLimit(response, { run, check, what, isUnread, again: () => again(whole), sender: nameOfLike(whole) })
      }
      if (operation !== 'transfer.create' || sendOptions.atOnce) return once()
      // A request with a given nonce can be accepted only once, so it must not be retried.
      return sendOptions.nonce === undefined
        ? sendWithRetries(serializerOf(run), once, waitingOf(check, sendOptions.lanes))
        : sendOnce(serializerOf(run), once, waitingOf(check, sendOptions.lanes))
    }
    const diagnose = async (refusal: HttpResponse) =>
      isNew
        ? diagnoseRefusal(refusal, refusedCall(run, { operation, body: await body, sendOptions }, deliver))
        : undefined
    const what = nameOf(operation, sendOptions)
    const again = async (whole: Call) => {
      const accepted = acceptedLike(run, whole)
      return accepted === undefined ? usual() : deliver(() => authenticated(run, accepted))
    }
    const rest = { diagnose, effectOf: effectBy(run, deliver, body), ...obstacleTo(operation, run), ...excusing }
    return new PendingResponse({ ...rest, ...{ attempt, control, what } })
  }

/**
 * Reads the metadata as the preflight did: with the headers if the target wrongly refuses strangers (META-01). Blocks the check if the
 * preflight could not read it either.
 */
const usualRead = async (
  run: RunContext,
  { deliver, control }: Pick<Calling, 'deliver' | 'control'>,
): Promise<HttpResponse> => {
  if (run.metadata.status !== 200) throw new Blocked('the metadata cannot be read')
  const response = await control()
  // In production, nothing is signed unless the operator allows it.
  const [as] = run.changesState ? Object.values(run.identities) : []
  if (isSuccess(response) || as === undefined) return response
  const path = '/metadata.json'
  return deliver(authenticated(run, { operation: 'metadata', body: undefined, sendOptions: { as, path } }))
}

/** Returns the response; throws if the target was unreachable, unreadable, throttles, exceeds a limit or leads to a forbidden address. */
export const unlessStopped = (response: HttpResponse): HttpResponse => {
  const { silence } = response
  if (silence?.kind === 'refused') throw new Unreachable(`the target cannot be reached: ${silence.message}`)
  if (silence && /^(unread|throttled|forbidden|limit)$/.test(silence.kind)) throw new Blocked(silence.message)
  return response
}

/** Returns a function that finds out whether a refused request had an effect. */
const effectBy =
  (run: RunContext, deliver: (request: Outgoing) => Promise<HttpResponse>, body: Body | PromiseLike<Body>) =>
  async (refusal: HttpResponse): Promise<string | undefined> => {
    const { partner } = run.identities
    const order = memberOf(parsed(await body), 'order')
    const verify = (as: Actor) => (txid: string) =>
      deliver(authenticated(run, { operation: 'verify', body: undefined, sendOptions: { as, path: verifyPath(txid) } }))
    const isNotified = (name: Json | undefined): boolean =>
      typeof name === 'string' &&
      run.counterpart?.journal.all.some(({ txid, at }) => txid === name && at < (refusal.sentAt ?? 0)) === true
    return effectOf(refusal, run, {
      isNotified,
      open: ({ origin, pathname, search }) => deliver({ method: 'GET', origin, path: pathname + search, headers: [] }),
      shown: ['id', 'amount'].flatMap(name => shownText(memberOf(order, name))),
      ...(partner ? { verify: verify(partner) } : {}),
    })
  }

const shownText = (value: Json | undefined): string[] => (typeof value === 'string' && value !== '' ? [value] : [])

const verifyPath = (txid: string): string => `/verify/${inAddress(txid)}`

/** Returns the limits of a request: its time, and the lanes of its race, which hold it back once. */
const limitsOf = ({ timeoutMs, lanes }: { timeoutMs?: number; lanes?: Lanes | undefined }): Partial<Sender> => ({
  ...(timeoutMs === undefined ? {} : { timeoutMs }),
  ...(lanes === undefined ? {} : { ready: heldOnce(lanes) }),
})

/** Sends a transfer; blocks the check if the refusal may be due to a lack of funds in the treasury. */
const ifPayable = async (
  { run, check }: { run: RunContext; check: SendingCheck },
  { operation, body }: Call,
  send: (built: (request: HttpRequest) => HttpRequest) => Promise<HttpResponse>,
): Promise<HttpResponse> => {
  if (operation !== 'transfer.create') return send(request => request)
  const transfer = parsed(body)
  const outcomeOf = run.treasury.watch(transfer)
  const response = await noteUnsettled(run, transfer, send)
  const shortage = outcomeOf(response)
  if (shortage !== undefined) throw new Blocked(shortage)
  const doubt = response.silence ? undefined : doubtAbout(run, transfer)
  if (doubt !== undefined) check.doubts?.(doubt)
  return response
}

/** Returns a body as the target reads it; `undefined` if it is not JSON, and so moves no money. */
const parsed = (body: Body): Json | undefined => {
  if (typeof body !== 'string' && !(body instanceof Uint8Array)) return body
  return jsonIn(typeof body === 'string' ? body : new TextDecoder().decode(body))
}

const acceptJson: [string, string] = ['accept', 'application/json']

/** Returns whether the authentication is correct and not customized. */
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
