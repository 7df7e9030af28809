import type { CheckContext } from '../../../harness/context.ts'
import { repeated, withHeader, without } from '../../../harness/http/faults.ts'
import { codeOf, isRefusedWith4xx, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { authenticationCodes, type ErrorCode } from '../../../protocol/errors.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { authenticationHeaders } from '../../../protocol/request/request.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  farSeconds,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { observeAnswers } from '../../support/observations.ts'

type Provoke = (context: CheckContext, operation: AuthenticatedOperation) => PromiseLike<HttpResponse>

const withUsedNonce: Provoke = async (context, operation) => {
  const nonce = context.fresh('n')
  await send(context, operation, operation.body(context), { nonce }).asControl()
  return send(context, operation, operation.body(context), { nonce })
}

/** One request for each failure that the document names a code for. */
const failures: Partial<Record<ErrorCode, Provoke>> = {
  INVALID_SIGNATURE: (context, operation) =>
    send(context, operation, operation.body(context), { key: generatePrivateKey() }),
  TIMESTAMP_EXPIRED: (context, operation) =>
    send(context, operation, operation.body(context), { timestamp: context.requestNow() - farSeconds }),
  NONCE_REUSED: withUsedNonce,
  UNKNOWN_OCID: (context, operation) => send(context, operation, operation.body(context), { as: context.nobody }),
}

/** A refusal, and the failure that caused it. */
type Refusal = { failure: string; response: HttpResponse }

const provokeFailures = async (context: CheckContext, operation: AuthenticatedOperation): Promise<Refusal[]> => {
  await sendControl(context, operation)
  const responses = Object.entries(failures).map(async ([failure, provoke]) => ({
    failure,
    response: await provoke(context, operation),
  }))
  // Accepting one of them fails another clause.
  const refusals = (await Promise.all(responses)).filter(({ response }) => !isSuccess(response))
  return refusals.length > 0 ? refusals : notApplicable('The target refuses none of these failures.')
}

const expectLayerCode = (operation: AuthenticatedOperation, { failure, response }: Refusal) => {
  const codes: readonly string[] =
    failure === 'UNKNOWN_OCID' ? [...authenticationCodes, ...operation.unknownCallerCodes] : authenticationCodes
  const isDocumented = !response.silence && response.status >= 300 && codes.includes(textOf(codeOf(response)))
  expectThat(isDocumented, `the refusal of ${operation.name} for ${failure} is not the error body of this layer`, {
    expected: `no 2xx, and an error with one of ${codes.join(', ')}`,
    actual: summary(response),
  })
}

const expectClientError = (operation: AuthenticatedOperation, { failure, response }: Refusal) =>
  expectThat(isRefusedWith4xx(response), `${operation.name} is not refused with a 4xx for ${failure}`, {
    expected: 'a 4xx',
    actual: summary(response),
  })

/** Sends requests with a header that is missing, empty, repeated or malformed. */
const sendMalformed = (
  context: CheckContext,
  operation: AuthenticatedOperation,
): [string, HttpResponse | PromiseLike<HttpResponse>][] => {
  const faults = authenticationHeaders.flatMap(header => [
    [`no ${header}`, without(header)] as const,
    [`empty ${header}`, withHeader(header, '')] as const,
    [`malformed ${header}`, withHeader(header, 'no such thing')] as const,
    [`repeated ${header}`, repeated(header, 'no such thing')] as const,
  ])
  return faults.map(([title, tamper]) => [title, send(context, operation, operation.body(context), { tamper })])
}

/** How the authentication layer refuses. Headings: Authentication, Errors. */
onEveryOperation('authentication-refusals', (clause, operation) => {
  const { name } = operation

  clause('AUTH-18', `${name} refused with the error body of the layer`, async context => {
    for (const refusal of await provokeFailures(context, operation)) expectLayerCode(operation, refusal)
  })

  clause('AUTH-29', `${name} refused with a 4xx`, async context => {
    const named = await provokeFailures(context, operation)
    const missing = authenticationHeaders.map(async header => ({
      failure: `a missing ${header}`,
      response: await send(context, operation, operation.body(context), { tamper: without(header) }),
    }))
    const refusals = [...named, ...(await Promise.all(missing))].filter(({ response }) => !isSuccess(response))
    for (const refusal of refusals) expectClientError(operation, refusal)
  })

  clause.observe('AUTH-23', `${name}, status of each failure`, async context => {
    const statuses = (await provokeFailures(context, operation)).map(({ failure, response }) => [
      failure,
      response.silence ? 'no answer' : response.status,
    ])
    context.observe(Object.fromEntries(statuses))
  })

  clause.observe('AUTH-28', `${name} with a header that is missing, empty, malformed or repeated`, async context => {
    await sendControl(context, operation)
    await observeAnswers(context, Object.fromEntries(sendMalformed(context, operation)))
  })
})
