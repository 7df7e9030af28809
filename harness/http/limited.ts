import { randomUUID } from 'node:crypto'
import { textOf } from '../../protocol/json/any-json.ts'
import { isObject, type Json, memberOf } from '../../protocol/json/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { isValid, type SchemaName } from '../../schemas/validate.ts'
import { Blocked } from '../outcome.ts'
import type { RunContext } from '../run-context.ts'
import { codeOf, isClientError, summary } from './pending-response.ts'
import { hasDocumentedCode } from './refusal-cause.ts'
import type { HttpResponse } from './response.ts'
import type { Call } from './signed-call.ts'

/** By run, the last accepted request of each sender. */
const accepted = new WeakMap<RunContext, Map<string, Call>>()

/** Returns the identities whose keys a call is verified with: its sender, and the issuer of its proof. */
const signersOf = ({ body, sendOptions: { as } }: Call): Json[] => {
  const issuer = memberOf(memberOf(body, 'proof'), 'issuer')
  return issuer === undefined ? [as.ocid] : [as.ocid, issuer]
}

/** Names a call by its operation and its identities: a target may limit each for itself. */
export const nameOfLike = (call: Call): string => `${call.operation} by ${signersOf(call).map(textOf).join(' for ')}`

/** The schemas of the requests that have a body. */
const schemas: Readonly<Partial<Record<OperationName, SchemaName>>> = {
  'orders.checkout': 'checkout-request',
  'transfer.create': 'transfer-request',
  'payment.create': 'payment-request',
  'orders.create': 'order-request',
  'transfer.webhook': 'signed-proof',
}

/**
 * Remembers an accepted request, unless it is ill-formed, so that a fault of the target accepted it, or repeating it would debit an account
 * that another check may use by now.
 */
export const keepAccepted = (run: RunContext, call: Call): void => {
  const { operation, body, sendOptions } = call
  const schema = schemas[operation]
  if (schema !== undefined && !isValid(schema, body)) return
  const debited = memberOf(memberOf(body, 'from'), 'ocid')
  if (operation === 'transfer.create' && debited !== sendOptions.as.ocid) return
  const known = accepted.get(run) ?? new Map<string, Call>()
  accepted.set(run, known.set(nameOfLike(call), call))
}

/** Returns the last accepted request of the same operation and identities; for a new order, since a target may refuse a used id. */
export const acceptedLike = (run: RunContext, call: Call): Call | undefined => {
  const like = accepted.get(run)?.get(nameOfLike(call))
  return like?.operation === 'orders.create' && isObject(like.body)
    ? { ...like, body: { ...like.body, id: `order-${randomUUID()}` } }
    : like
}

/**
 * Returns whether the target may not have read the keys of a call: the harness has let another identity's metadata fail on purpose, and
 * a target may then rest their host, which is the same.
 */
export const mayBeUnread = ({ counterpart }: RunContext, call: Call): boolean => {
  const failed = counterpart?.journal.find(
    ({ kind, responseStatus = 500 }) => kind === 'metadata' && (responseStatus < 200 || responseStatus >= 400),
  )
  const signers = signersOf(call)
  return failed !== undefined && failed.length > 0 && failed.every(({ ocid }) => !signers.includes(ocid ?? null))
}

/** A refusal of a request; `again` sends one that the target accepted before. `isUnread`: it may not have read its keys. */
type Refused = { refusal: HttpResponse; what: string; isUnread?: () => boolean; again: () => Promise<HttpResponse> }

/** Codes of a request whose sender or issuer is unknown: also of one whose metadata cannot be read. */
const unreadCodes: readonly string[] = ['PROOF_SIGNATURE_INVALID', 'UNKNOWN_OCID']

/**
 * Returns a look at whether a target refused a request for a reason that is not its own: it then refuses in the same words what it
 * accepted before. Either it has taken too much, or cannot read keys. `undefined` if the refusal says something else: the document leaves
 * limits open and has no code for them; a 409 says that the request itself is known.
 */
export const lookForLimit = ({ refusal, what, isUnread = () => false, again }: Refused): LookForLimit | undefined => {
  const isOfKeys = unreadCodes.includes(textOf(codeOf(refusal))) && isUnread()
  const mayBeLimit = isClientError(refusal) && refusal.status !== 409 && !hasDocumentedCode(refusal)
  if (!mayBeLimit && !isOfKeys) return undefined
  return async () => {
    const response = await again()
    if (response.status !== refusal.status || codeOf(response) !== codeOf(refusal)) return undefined
    const reason = isOfKeys
      ? 'it may rest the host of all identities, since the metadata of another one failed on purpose. Let it rest none for the run, or run the check alone (--only)'
      : 'it accepts no more. Lift its limits for the run, or give --max-rps'
    return new Blocked(
      `the target refuses ${what} with ${summary(refusal)}, and a request that it accepted before as well: ${reason}`,
    )
  }
}

/** Returns the obstacle that caused a refusal, if it was no fault of the request. */
export type LookForLimit = () => Promise<Blocked | undefined>

/** The limits found so far, by run, by who is refused how. */
const limits = new WeakMap<RunContext, Map<string, Blocked>>()

type Noting = Omit<Refused, 'refusal'> & {
  run: RunContext
  check: { isControl?(response: HttpResponse): void; mayBeLimited?(refused: string, look: LookForLimit): void }
  sender?: string
}

/**
 * Returns a response, after telling its check that a limit of the target may be the cause. A limit that was found once is not looked for
 * again: it may admit the one request of the look.
 */
export const noteLimit = (
  response: HttpResponse,
  { run, check, sender = 'anybody', again, ...refused }: Noting,
): HttpResponse => {
  const asControl = async () => {
    const control = await again()
    check.isControl?.(control)
    return control
  }
  const look = lookForLimit({ refusal: response, again: asControl, ...refused })
  if (look === undefined) return response
  const found = limits.get(run) ?? new Map<string, Blocked>()
  limits.set(run, found)
  const how = `${sender}: ${summary(response)}`
  check.mayBeLimited?.(how, async () => {
    const limit = found.get(how) ?? (await look())
    if (limit) found.set(how, limit)
    return limit
  })
  return response
}
