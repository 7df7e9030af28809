import type { Json } from '../../protocol/json/json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { headerEncodingOf } from '../../protocol/profile.ts'
import { type RequestParts, signedRequest } from '../../protocol/request/request.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import { decodeSignature } from '../../protocol/signature/signature.ts'
import { Blocked } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { address } from './address.ts'
import type { Signed } from './exchange.ts'
import type { Fault } from './faults.ts'
import type { HttpRequest } from './http-request.ts'
import type { Lanes } from './lanes.ts'
import type { SignedRequest } from './signed-request.ts'

/** Who sends a request, and how it differs from a correct one. All members except `tamper` apply before the request is signed. */
export type SendOptions = {
  as: Actor
  /** Replaces the sender's OCID. */
  ocid?: string | number
  /** Replaces the current second. */
  timestamp?: string | number
  /** Replaces the fresh nonce. */
  nonce?: string
  /** Draws nonces until r and s of the signature, 32 bytes each, satisfy this predicate. Gives up if the nonce is not signed. */
  isMeant?: (compact: Uint8Array) => boolean
  /** Replaces the sender's key. */
  key?: PrivateKey
  /** Replaces the operation's path, below the base address. */
  path?: string
  /** Replaces application/json. */
  contentType?: string
  /** Changes the signed request. */
  tamper?: Fault
  /** Sends it concurrently with other transfers despite conflicts, for copies that must overlap. */
  atOnce?: true
  /** Milliseconds for the response, instead of the client's. */
  timeoutMs?: number
  /** Sends it simultaneously with the requests in the other lanes of a race. */
  lanes?: Lanes
}

/** A body to send: JSON, or text or bytes to send unchanged. */
export type Body = Json | Uint8Array | undefined

/** A call of an operation: its body, who sends it, and how. */
export type Call = { operation: OperationName; body: Body; sendOptions: SendOptions }

/** Returns the parts of a call that its signature covers. */
export const partsOf = (run: RunContext, { operation, body, sendOptions }: Call): RequestParts => ({
  method: operations[operation].method,
  path: address(run, sendOptions.path ?? operations[operation].path).path,
  base: address(run, '').path,
  ocid: String(sendOptions.ocid ?? sendOptions.as.ocid),
  timestamp: String(sendOptions.timestamp ?? run.clock.requestNow()),
  nonce: sendOptions.nonce ?? run.fresh('n'),
  body: typeof body === 'string' || body instanceof Uint8Array ? body : body === undefined ? '' : JSON.stringify(body),
})

/** Returns the identity that can sign the request again, unless it was modified after signing or signed with another key. */
const identityIn = (run: RunContext, { as, key, tamper, nonce }: SendOptions): Pick<Signed, 'identity'> => {
  const configured = Object.values(run.identities).find(({ ocid }) => ocid === as.ocid)
  const isOwn = tamper === undefined && key === undefined && configured?.key === as.key
  if (!isOwn) return {}
  return { identity: { name: configured.id, ocid: as.ocid, ...(nonce === undefined ? {} : { nonce: true }) } }
}

/**
 * Maximum number of nonces drawn for one signature: one in 256 gives a certain byte the value zero, so fewer than one run in a thousand
 * finds none.
 */
const mostNonces = 2_000

/** Signs a call with new nonces until the signature satisfies `isMeant`. */
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
export const authenticated = (run: RunContext, call: Call): HttpRequest => {
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
