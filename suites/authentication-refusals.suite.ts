import { authenticationCodes, type ErrorCode } from '../protocol/errors.ts'
import { generatePrivateKey } from '../protocol/keys.ts'
import { authenticationHeaders } from '../protocol/request.ts'
import { type Call, control, farSeconds, onEveryCall, send } from './authenticated.ts'
import type { Answer } from './harness/answer.ts'
import { repeated, withHeader, without } from './harness/faults.ts'
import { holds, notApplicable } from './harness/outcome.ts'
import { codeOf, isSuccess, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { observeAnswers } from './observed.ts'

type Failure = (stage: Stage, call: Call) => PromiseLike<Answer>

const withUsedNonce: Failure = async (stage, call) => {
  const nonce = stage.fresh('n')
  await send(stage, call, call.body(stage), { nonce }).asControl()
  return send(stage, call, call.body(stage), { nonce })
}

/** One request for each failure that the document names a code for. */
const failures: Partial<Record<ErrorCode, Failure>> = {
  INVALID_SIGNATURE: (stage, call) => send(stage, call, call.body(stage), { key: generatePrivateKey() }),
  TIMESTAMP_EXPIRED: (stage, call) => send(stage, call, call.body(stage), { timestamp: stage.now() - farSeconds }),
  NONCE_REUSED: withUsedNonce,
  UNKNOWN_OCID: (stage, call) => send(stage, call, call.body(stage), { as: stage.nobody }),
}

type Failed = { code: string; answer: Answer }

const failed = async (stage: Stage, call: Call): Promise<Failed[]> => {
  await control(stage, call)
  const tried = Object.entries(failures).map(async ([code, fail]) => ({ code, answer: await fail(stage, call) }))
  // What the target does not refuse at all breaks another row.
  const refused = (await Promise.all(tried)).filter(({ answer }) => !isSuccess(answer))
  return refused.length > 0 ? refused : notApplicable('The target refuses none of these failures.')
}

const carriesCode = (call: Call, { code, answer }: Failed) => {
  const codes: readonly string[] =
    code === 'UNKNOWN_OCID' ? [...authenticationCodes, ...call.unknownCodes] : authenticationCodes
  const isIt = !answer.silence && answer.status >= 300 && codes.includes(String(codeOf(answer)))
  holds(isIt, `the refusal of ${call.operation} for ${code} is not the error body of this layer`, {
    expected: `no 2xx, and an error with one of ${codes.join(', ')}`,
    actual: summary(answer),
  })
}

const isClientError = (call: Call, { code, answer }: Failed) =>
  holds(
    !answer.silence && answer.status >= 400 && answer.status < 500,
    `${call.operation} is not refused with a 4xx for ${code}`,
    {
      expected: 'a 4xx',
      actual: summary(answer),
    },
  )

/** Requests with a header that is missing, empty, repeated or malformed. */
const malformed = (stage: Stage, call: Call): [string, Answer | PromiseLike<Answer>][] => {
  const faults = authenticationHeaders.flatMap(header => [
    [`no ${header}`, without(header)] as const,
    [`empty ${header}`, withHeader(header, '')] as const,
    [`malformed ${header}`, withHeader(header, 'no such thing')] as const,
    [`repeated ${header}`, repeated(header, 'no such thing')] as const,
  ])
  return faults.map(([title, tamper]) => [title, send(stage, call, call.body(stage), { tamper })])
}

/** How the layer refuses. Headings: Authentication, Errors. */
export const authenticationRefusals = onEveryCall('authentication-refusals', (clause, call) => {
  const name = call.operation

  clause('AUTH-18', `${name} refused with the error body of the layer`, async stage => {
    for (const one of await failed(stage, call)) carriesCode(call, one)
  })

  clause('AUTH-29', `${name} refused with a 4xx`, async stage => {
    const known = await failed(stage, call)
    const missing = authenticationHeaders.map(async header => ({
      code: `a missing ${header}`,
      answer: await send(stage, call, call.body(stage), { tamper: without(header) }),
    }))
    const refused = [...known, ...(await Promise.all(missing))]
    for (const one of refused.filter(({ answer }) => !isSuccess(answer))) isClientError(call, one)
  })

  clause.observe('AUTH-23', `${name}, status of each failure`, async stage => {
    const statuses = (await failed(stage, call)).map(({ code, answer }) => [
      code,
      answer.silence ? 'no answer' : answer.status,
    ])
    stage.observe(Object.fromEntries(statuses))
  })

  clause.observe('AUTH-28', `${name} with a header that is missing, empty, malformed or repeated`, async stage => {
    await control(stage, call)
    await observeAnswers(stage, Object.fromEntries(malformed(stage, call)))
  })
})
