import type { CheckContext } from '../../harness/context.ts'
import { connectionRemedy, isUnresolved } from '../../harness/http/connection-error.ts'
import type { HttpRequest } from '../../harness/http/http-request.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { blocked, brief, expectThat, Unreachable } from '../../harness/outcome.ts'
import { joinPath } from '../../protocol/base-url.ts'
import { authenticationCodes, errorCatalogue } from '../../protocol/errors.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'

/**
 * Returns whether the operation itself responded: not with 405 or 501, and with 404 only if it carries a code of the protocol and differs
 * from `unknownPath`, the response to a path that does not exist. A KYC provider can only use its ten codes with a 404.
 */
export const isAnswered = (response: HttpResponse, unknownPath?: HttpResponse): boolean => {
  if (response.silence || response.status === 405 || response.status === 501) return false
  if (response.status !== 404) return true
  const isAlike = unknownPath !== undefined && summary(response) === summary(unknownPath)
  return Object.hasOwn(errorCatalogue, textOf(codeOf(response))) && !isAlike
}

const pathOf = (context: CheckContext, operation: OperationName): string =>
  operations[operation].path
    .replace('{txid}', context.fresh('tx'))
    .replace('{ocid}', String(context.run.identities.requester?.ocid ?? 1))

/** Calls an operation below a base address without authentication; undefined if nothing listens there. */
export const probeOperation = async (
  context: CheckContext,
  operation: OperationName,
  base: string,
): Promise<HttpResponse | undefined> => {
  const { method } = operations[operation]
  const { origin, pathname } = new URL(joinPath(base, pathOf(context, operation)))
  const headers: [string, string][] = [['accept', 'application/json']]
  const body: { body?: string } = method === 'POST' ? { body: '{}' } : {}
  if (method === 'POST') headers.push(['content-type', 'application/json'])
  return ifReachable(context, { method, origin, path: pathname, headers, ...body })
}

/**
 * Requests a path that does not exist below a base address; undefined without a provisioned requester, since an unknown requester
 * may get the same response.
 */
export const probeUnknownPath = async (context: CheckContext, base: string): Promise<HttpResponse | undefined> => {
  if (context.run.identities.requester === undefined) return undefined
  const { origin, pathname } = new URL(joinPath(base, `/${context.fresh('nowhere')}`))
  const headers: [string, string][] = [['accept', 'application/json']]
  return ifReachable(context, { method: 'GET', origin, path: pathname, headers })
}

/**
 * Returns the response, or undefined if nothing listens at the address; blocks the check if it may only be this machine that cannot resolve
 * its name. The target's own address may just be unreachable for a moment.
 */
export const ifReachable = async (context: CheckContext, request: HttpRequest): Promise<HttpResponse | undefined> => {
  try {
    return await context.send(request)
  } catch (error) {
    const isElsewhere = request.origin !== new URL(context.run.target.apiUrl).origin
    if (!(error instanceof Unreachable) || !isElsewhere || context.signal.aborted) throw error
    if (!isUnresolved(error.message)) return undefined
    return blocked(`${brief(request.origin, 200)}: ${error.message}. ${connectionRemedy(error.message)}`)
  }
}

/** Returns whether a response asks for authentication, by its status or by its code. */
export const isAuthenticationRequired = (response: HttpResponse): boolean => {
  const codes: readonly string[] = authenticationCodes
  return response.status === 401 || response.status === 403 || codes.includes(textOf(codeOf(response)))
}

/** Fails the clause if a response asks for authentication; other clauses judge its content. */
export const expectPublic = (response: HttpResponse, what: string): void =>
  expectThat(!isAuthenticationRequired(response), `${what} requires authentication`, {
    expected: 'a response although the request has no X-OC headers',
    actual: summary(response),
  })

/** Fails the clause if the response is a 5xx. */
export const expectNoServerError = (response: HttpResponse, what: string): void =>
  expectThat(response.status < 500, `${what} causes a ${response.status}`, {
    expected: 'no 5xx',
    actual: summary(response),
  })
