import type { CheckContext } from '../../harness/context.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { Actor, RunContext } from '../../harness/run-context.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import type { OperationName, Role } from '../../protocol/operations.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { harmlessRequests, type ProbeRequest } from './probe-requests.ts'

/**
 * The result of probing the authentication layer as an identity: whether the request passed, and the code of the refusal. Heading:
 * Authentication.
 */
export type AuthenticationProbe = {
  actor: Actor
  request: ProbeRequest
  passes: boolean
  code: string
  response: HttpResponse
}

const layerCodes: ReadonlySet<string> = new Set([
  'INVALID_SIGNATURE',
  'TIMESTAMP_EXPIRED',
  'NONCE_REUSED',
  'UNKNOWN_OCID',
])

/** Returns whether the authentication layer, rather than the operation behind it, refused a probe. */
export const isRefusedByLayer = ({ passes, code }: AuthenticationProbe): boolean => !passes && layerCodes.has(code)

/** The identities to probe. The others are left alone: the target must not have read their metadata when their checks begin. */
const probedIds: Readonly<Record<Role, RegExp>> = {
  gateway: /^(merchant2?|partner|purse\d|app)$/,
  merchant: /^(gateway2?|app)$/,
  kyc: /^$/,
}

/** Returns the identities whose requests the target should accept. */
export const callersOf = ({ identities, role }: RunContext): Actor[] =>
  Object.values(identities).filter(({ id }) => probedIds[role].test(id))

/**
 * Sends safe requests until one passes the layer; otherwise returns the layer's first refusal. A missing or broken operation proves
 * nothing. `shown`: an operation known to reveal whether a signature verified; callers that may use it try it first, and its refusal is
 * final.
 */
export const probe = async (
  context: CheckContext,
  actor: Actor,
  shown?: OperationName,
): Promise<AuthenticationProbe> => {
  const refusals: AuthenticationProbe[] = []
  const decisive = shown !== undefined && usualCallers[shown]?.test(actor.id) ? shown : undefined
  const requests = harmlessRequests(context, actor).toSorted(
    (a, b) => Number(b.operation === decisive) - Number(a.operation === decisive),
  )
  for (const request of requests) {
    const response = await context.call(request.operation, request.body(), { as: actor })
    const code = textOf(codeOf(response) ?? '')
    if (isPassed(response)) return { actor, request, passes: true, code, response }
    const refusal = { actor, request, passes: false, code, response }
    if (request.operation === decisive && isRefusedByLayer(refusal)) return refusal
    refusals.push(refusal)
  }
  const refusal = refusals.find(isRefusedByLayer) ?? refusals[0]
  if (!refusal) throw new Error('no request was sent')
  return refusal
}

/** Returns whether an accepted request gets a different answer with a wrong signature, which proves that its own signature was verified. */
export const showsSignature = async (
  context: CheckContext,
  { actor, request, response }: AuthenticationProbe,
): Promise<boolean> => {
  const wrong = await context.call(request.operation, request.body(), { as: actor, key: generatePrivateKey() })
  return summary(wrong) !== summary(response)
}

/** The identities whose key a target must know, by operation. */
const usualCallers: Partial<Record<OperationName, RegExp>> = {
  'payment.create': /^app$/,
  'transfer.create': /^(partner|purse\d)$/,
  'orders.checkout': /^merchant2?$/,
  'orders.create': /^app$/,
  'transfer.webhook': /^gateway$/,
}

/** The statuses of a missing operation; 0: no response. */
const missingStatuses = new Set([0, 404, 405, 501])

/** Returns whether the operation is missing or failed, judging by its response. */
export const isMissing = ({ silence, status }: HttpResponse): boolean =>
  silence !== undefined || status >= 500 || missingStatuses.has(status)

/** Returns whether a response has a code of the authentication layer. */
export const isRefusalOfLayer = (response: HttpResponse): boolean => layerCodes.has(textOf(codeOf(response) ?? ''))

/** Returns whether a request got past the authentication layer. */
export const isPassed = (response: HttpResponse): boolean => {
  const code = textOf(codeOf(response) ?? '')
  return (
    !isMissing(response) &&
    !layerCodes.has(code) &&
    // A 401 without a code may have any cause; checkout answers strangers with 401 MERCHANT_NOT_REGISTERED.
    !(response.status === 401 && ['', 'MERCHANT_NOT_REGISTERED'].includes(code))
  )
}
