import type { CheckContext } from '../../../harness/context.ts'
import { repeated, withHeader, without } from '../../../harness/http/faults.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { authenticationCodes, type ErrorCode } from '../../../protocol/errors.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { authenticationHeaders } from '../../../protocol/request.ts'
import { type Call, control, farSeconds, onEveryCall, send } from '../../support/authenticated-operations.ts'
import { observeAnswers } from '../../support/observations.ts'

type Failure = (context: CheckContext, call: Call) => PromiseLike<HttpResponse>

const withUsedNonce: Failure = async (context, call) => {
  const nonce = context.fresh('n')
  await send(context, call, call.body(context), { nonce }).asControl()
  return send(context, call, call.body(context), { nonce })
}

/** One request for each failure that the document names a code for. */
const failures: Partial<Record<ErrorCode, Failure>> = {
  INVALID_SIGNATURE: (context, call) => send(context, call, call.body(context), { key: generatePrivateKey() }),
  TIMESTAMP_EXPIRED: (context, call) =>
    send(context, call, call.body(context), { timestamp: context.now() - farSeconds }),
  NONCE_REUSED: withUsedNonce,
  UNKNOWN_OCID: (context, call) => send(context, call, call.body(context), { as: context.nobody }),
}

type Failed = { code: string; response: HttpResponse }

const failed = async (context: CheckContext, call: Call): Promise<Failed[]> => {
  await control(context, call)
  const tried = Object.entries(failures).map(async ([code, fail]) => ({ code, response: await fail(context, call) }))
  // What the target does not refuse at all breaks another row.
  const refused = (await Promise.all(tried)).filter(({ response }) => !isSuccess(response))
  return refused.length > 0 ? refused : notApplicable('The target refuses none of these failures.')
}

const carriesCode = (call: Call, { code, response }: Failed) => {
  const codes: readonly string[] =
    code === 'UNKNOWN_OCID' ? [...authenticationCodes, ...call.unknownCodes] : authenticationCodes
  const isIt = !response.silence && response.status >= 300 && codes.includes(String(codeOf(response)))
  expectThat(isIt, `the refusal of ${call.operation} for ${code} is not the error body of this layer`, {
    expected: `no 2xx, and an error with one of ${codes.join(', ')}`,
    actual: summary(response),
  })
}

const isClientError = (call: Call, { code, response }: Failed) =>
  expectThat(
    !response.silence && response.status >= 400 && response.status < 500,
    `${call.operation} is not refused with a 4xx for ${code}`,
    {
      expected: 'a 4xx',
      actual: summary(response),
    },
  )

/** Requests with a header that is missing, empty, repeated or malformed. */
const malformed = (context: CheckContext, call: Call): [string, HttpResponse | PromiseLike<HttpResponse>][] => {
  const faults = authenticationHeaders.flatMap(header => [
    [`no ${header}`, without(header)] as const,
    [`empty ${header}`, withHeader(header, '')] as const,
    [`malformed ${header}`, withHeader(header, 'no such thing')] as const,
    [`repeated ${header}`, repeated(header, 'no such thing')] as const,
  ])
  return faults.map(([title, tamper]) => [title, send(context, call, call.body(context), { tamper })])
}

/** How the layer refuses. Headings: Authentication, Errors. */
export const authenticationRefusals = onEveryCall('authentication-refusals', (clause, call) => {
  const name = call.operation

  clause('AUTH-18', `${name} refused with the error body of the layer`, async context => {
    for (const one of await failed(context, call)) carriesCode(call, one)
  })

  clause('AUTH-29', `${name} refused with a 4xx`, async context => {
    const known = await failed(context, call)
    const missing = authenticationHeaders.map(async header => ({
      code: `a missing ${header}`,
      response: await send(context, call, call.body(context), { tamper: without(header) }),
    }))
    const refused = [...known, ...(await Promise.all(missing))]
    for (const one of refused.filter(({ response }) => !isSuccess(response))) isClientError(call, one)
  })

  clause.observe('AUTH-23', `${name}, status of each failure`, async context => {
    const statuses = (await failed(context, call)).map(({ code, response }) => [
      code,
      response.silence ? 'no answer' : response.status,
    ])
    context.observe(Object.fromEntries(statuses))
  })

  clause.observe('AUTH-28', `${name} with a header that is missing, empty, malformed or repeated`, async context => {
    await control(context, call)
    await observeAnswers(context, Object.fromEntries(malformed(context, call)))
  })
})
