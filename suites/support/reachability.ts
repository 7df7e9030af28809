import type { CheckContext } from '../../harness/context.ts'
import { codeOf, summary } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { Blocked, expectThat } from '../../harness/outcome.ts'
import { joinPath } from '../../protocol/base-url.ts'
import { authenticationCodes, errorCatalogue } from '../../protocol/errors.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'

/**
 * Whether an operation answered: not 405 or 501, and not 404 but with a code of the protocol, and not the 404 of `nowhere`, the
 * answer to a path that nobody knows: a KYC provider has only its ten codes to say that with.
 */
export const isAnswered = (response: HttpResponse, nowhere?: HttpResponse): boolean => {
  if (response.silence || response.status === 405 || response.status === 501) return false
  if (response.status !== 404) return true
  const isNowhere = nowhere !== undefined && summary(response) === summary(nowhere)
  return Object.hasOwn(errorCatalogue, String(codeOf(response))) && !isNowhere
}

const pathOf = (context: CheckContext, operation: OperationName): string =>
  operations[operation].path
    .replace('{txid}', context.fresh('tx'))
    .replace('{ocid}', String(context.run.identities.requester?.ocid ?? 1))

/** Calls an operation below a base address without authentication; undefined where nothing listens there. */
export const knock = async (
  context: CheckContext,
  operation: OperationName,
  base: string,
): Promise<HttpResponse | undefined> => {
  const { method } = operations[operation]
  const { origin, pathname } = new URL(joinPath(base, pathOf(context, operation)))
  const headers: [string, string][] = [['accept', 'application/json']]
  const body: { body?: string } = method === 'POST' ? { body: '{}' } : {}
  if (method === 'POST') headers.push(['content-type', 'application/json'])
  return unlessUnreachable(context, () => context.send({ method, origin, path: pathname, headers, ...body }))
}

/**
 * What is answered below a base address to a path that nobody knows; undefined without a provisioned requester: one that is not
 * known may be answered alike.
 */
export const knockNowhere = async (context: CheckContext, base: string): Promise<HttpResponse | undefined> => {
  if (context.run.identities.requester === undefined) return undefined
  const { origin, pathname } = new URL(joinPath(base, `/${context.fresh('nowhere')}`))
  const headers: [string, string][] = [['accept', 'application/json']]
  return unlessUnreachable(context, () => context.send({ method: 'GET', origin, path: pathname, headers }))
}

/** An answer, or undefined where the address cannot be reached. */
export const unlessUnreachable = async (
  context: CheckContext,
  request: () => PromiseLike<HttpResponse>,
): Promise<HttpResponse | undefined> => {
  try {
    return await request()
  } catch (error) {
    if (error instanceof Blocked && !context.signal.aborted) return undefined
    throw error
  }
}

/** Whether an answer asks for authentication, however it says so. */
export const asksForHeaders = (response: HttpResponse): boolean => {
  const codes: readonly string[] = authenticationCodes
  return response.status === 401 || response.status === 403 || codes.includes(String(codeOf(response)))
}

/** An answer that asks for no headers; what else it says is not this row's affair. */
export const asksForNoHeaders = (response: HttpResponse, what: string) =>
  expectThat(!asksForHeaders(response), `${what} needs authentication`, {
    expected: 'an answer without any X-OC header',
    actual: summary(response),
  })
