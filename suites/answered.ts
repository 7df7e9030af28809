import { joinPath } from '../protocol/base-url.ts'
import { authenticationCodes, errorCatalogue } from '../protocol/errors.ts'
import { type OperationName, operations } from '../protocol/operations.ts'
import type { Answer } from './harness/answer.ts'
import { Blocked, holds } from './harness/outcome.ts'
import { codeOf, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'

/**
 * Whether an operation answered: not 405 or 501, and not 404 but with a code of the protocol, and not the 404 of `nowhere`, the
 * answer to a path that nobody knows: a KYC provider has only its ten codes to say that with.
 */
export const isAnswered = (answer: Answer, nowhere?: Answer): boolean => {
  if (answer.silence || answer.status === 405 || answer.status === 501) return false
  if (answer.status !== 404) return true
  const isNowhere = nowhere !== undefined && summary(answer) === summary(nowhere)
  return Object.hasOwn(errorCatalogue, String(codeOf(answer))) && !isNowhere
}

const pathOf = (stage: Stage, operation: OperationName): string =>
  operations[operation].path
    .replace('{txid}', stage.fresh('tx'))
    .replace('{ocid}', String(stage.session.identities.requester?.ocid ?? 1))

/** Calls an operation below a base address without authentication; undefined where nothing listens there. */
export const knock = async (stage: Stage, operation: OperationName, base: string): Promise<Answer | undefined> => {
  const { method } = operations[operation]
  const { origin, pathname } = new URL(joinPath(base, pathOf(stage, operation)))
  const headers: [string, string][] = [['accept', 'application/json']]
  const body: { body?: string } = method === 'POST' ? { body: '{}' } : {}
  if (method === 'POST') headers.push(['content-type', 'application/json'])
  return unlessUnreachable(stage, () => stage.send({ method, origin, path: pathname, headers, ...body }))
}

/**
 * What is answered below a base address to a path that nobody knows; undefined without a provisioned requester: one that is not
 * known may be answered alike.
 */
export const knockNowhere = async (stage: Stage, base: string): Promise<Answer | undefined> => {
  if (stage.session.identities.requester === undefined) return undefined
  const { origin, pathname } = new URL(joinPath(base, `/${stage.fresh('nowhere')}`))
  const headers: [string, string][] = [['accept', 'application/json']]
  return unlessUnreachable(stage, () => stage.send({ method: 'GET', origin, path: pathname, headers }))
}

/** An answer, or undefined where the address cannot be reached. */
export const unlessUnreachable = async (
  stage: Stage,
  request: () => PromiseLike<Answer>,
): Promise<Answer | undefined> => {
  try {
    return await request()
  } catch (error) {
    if (error instanceof Blocked && !stage.signal.aborted) return undefined
    throw error
  }
}

/** Whether an answer asks for authentication, however it says so. */
export const asksForHeaders = (answer: Answer): boolean => {
  const codes: readonly string[] = authenticationCodes
  return answer.status === 401 || answer.status === 403 || codes.includes(String(codeOf(answer)))
}

/** An answer that asks for no headers; what else it says is not this row's affair. */
export const asksForNoHeaders = (answer: Answer, what: string) =>
  holds(!asksForHeaders(answer), `${what} needs authentication`, {
    expected: 'an answer without any X-OC header',
    actual: summary(answer),
  })
