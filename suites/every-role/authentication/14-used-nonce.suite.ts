/**
 * AUTH-14 · A nonce used before by the same caller, in a request that was processed, is refused with NONCE_REUSED, and
 * the repeated request has no effect.
 */

import fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { operations } from '../../../protocol/operations.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  authenticatedOperations,
  expectExecutedAtMost,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { withOtherMembers } from './other-members.ts'

onEveryOperation('authentication-members', (clause, operation) =>
  clause('AUTH-14', `${operation.name} with other members, replayed`, context =>
    withOtherMembers(context, operation, async make => {
      const body = await make()
      const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow() }
      await send(context, operation, body, sendOptions).asControl()
      await send(context, operation, body, sendOptions).expectRefusalWith('NONCE_REUSED')
    }),
  ),
)

const nonceCharacter = fc.constantFrom(...'0123456789abcdefABCDEF-')
const longestEnd = 99

/** The end of a nonce; the maximum length is drawn as often as all others together. */
const anyEnd = fc.oneof(
  fc.string({ unit: nonceCharacter, maxLength: longestEnd }),
  fc.string({ unit: nonceCharacter, minLength: longestEnd, maxLength: longestEnd }),
)

/** A request that can be sent again unchanged. */
type Replayed = { body: JsonObject; sendOptions: Partial<SendOptions> }

/**
 * Sends a request, then another of the same caller, so that the target must remember more than the last nonce. If the target refuses
 * a nonce, perhaps as longer than a UUID, the end of the nonce is halved.
 */
const sendTwoRequests = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  end = '',
): Promise<Replayed> => {
  const body = await operation.body(context)
  const sendOptions = { nonce: `${context.fresh('n')}${end}`, timestamp: context.requestNow() - 1 }
  const response = send(context, operation, body, sendOptions)
  if (end !== '' && !isSuccess(await response))
    return sendTwoRequests(context, operation, end.slice(0, Math.floor(end.length / 2)))
  await response.asControl()
  await sendControl(context, operation)
  return { body, sendOptions }
}

/** Replays a request at the end of the run, when its timestamp may be too old. */
const replayAtEnd = (context: CheckContext, operation: AuthenticatedOperation, { body, sendOptions }: Replayed): void =>
  context.atEndOfRun(async () => {
    const again = await send(context, operation, body, sendOptions)
    expectThat(!isSuccess(again), `${operation.name} is accepted again with its nonce at the end of the run`, {
      expected: 'NONCE_REUSED, however many nonces were used since',
      actual: summary(again),
      at: again,
    })
  })

const expectReplayRefused = async (context: CheckContext, operation: AuthenticatedOperation): Promise<void> => {
  const { body, sendOptions } = await sendTwoRequests(context, operation)
  await send(context, operation, body, sendOptions).expectRefusalWith('NONCE_REUSED')
  await expectExecutedAtMost(context, { operation, body }, 1)
  replayAtEnd(context, operation, { body, sendOptions })
}

/** More seconds than most targets tolerate as clock skew. */
const oldestSeconds = 1_200

/** The age of a request in seconds, negative for a future one; halved until the target accepts it. */
const anyAge = fc.oneof(fc.integer({ min: 1, max: oldestSeconds }), fc.integer({ min: -oldestSeconds, max: -1 }))

/**
 * Sends a request as old, or as far in the future, as the target accepts, up to `age` seconds. Returns its age, its body and how it was
 * sent.
 */
const sendOld = async (context: CheckContext, operation: AuthenticatedOperation, age: number) => {
  for (let seconds = age; seconds !== 0; seconds = Math.trunc(seconds / 2)) {
    const body = await operation.body(context)
    const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow() - seconds }
    const response = send(context, operation, body, sendOptions)
    if (codeOf(await response) === 'TIMESTAMP_EXPIRED') continue
    await response.asControl()
    return { seconds, body, sendOptions }
  }
  return notApplicable(`The target accepts no request that is a second ${age > 0 ? 'old' : 'ahead'}.`)
}

/** Replays an old request, which may be too old by now. */
const expectOldReplayRefused = async (context: CheckContext, operation: AuthenticatedOperation, age: number) => {
  const { seconds, body, sendOptions } = await sendOld(context, operation, age)
  const again = await send(context, operation, body, sendOptions)
  const code = codeOf(again)
  const what = `${operation.name} with a used nonce and a timestamp that was ${Math.abs(seconds)} s ${seconds > 0 ? 'old' : 'ahead'} at first`
  expectThat(!isSuccess(again) && (code === 'NONCE_REUSED' || code === 'TIMESTAMP_EXPIRED'), `${what} is not refused`, {
    expected: 'NONCE_REUSED',
    actual: summary(again),
    at: again,
  })
  await expectExecutedAtMost(context, { operation, body }, 1)
}

/** Signs another request with a used nonce. */
const expectUsed = async (context: CheckContext, operation: AuthenticatedOperation, end: string): Promise<void> => {
  const { sendOptions } = await sendTwoRequests(context, operation, end)
  const body = await operation.body(context)
  const timestamp = context.requestNow()
  await send(context, operation, body, { ...sendOptions, timestamp }).expectRefusalWith('NONCE_REUSED')
  await expectExecutedAtMost(context, { operation, body }, 0)
}

/** Sends a nonce that a caller has used at one operation to the other operations of the role that it may call. */
const expectUsedElsewhere = async (context: CheckContext, operation: AuthenticatedOperation): Promise<void> => {
  const as = operation.sender(context)
  let isTried = false
  for (const other of authenticatedOperations) {
    if (other === operation || roleOf(other) !== roleOf(operation)) continue
    if (!isSuccess(await send(context, other, other.body(context), { as }))) continue
    isTried = true
    const nonce = context.fresh('n')
    await send(context, operation, operation.body(context), { nonce }).asControl()
    await send(context, other, other.body(context), { as, nonce }).expectRefusalWith('NONCE_REUSED')
  }
  if (!isTried) notApplicable('The target accepts no other operation from the caller.')
}

const roleOf = ({ name }: AuthenticatedOperation) => operations[name].role

onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name } = operation

  clause('AUTH-14', `${name} replayed byte for byte`, context => expectReplayRefused(context, operation), {
    firstLook: true,
  })

  clause.property<number>('AUTH-14', `${name} replayed while its timestamp is old`, {
    arbitrary: () => anyAge,
    examples: [oldestSeconds, -oldestSeconds],
    runs: 2,
    test: (context, age) => expectOldReplayRefused(context, operation, age),
  })

  clause('AUTH-14', `nonce of ${name} at another operation`, context => expectUsedElsewhere(context, operation))
  clause.property<string>('AUTH-14', `${name} signed anew with a used nonce`, {
    arbitrary: () => anyEnd,
    examples: ['', 'e'.repeat(longestEnd)],
    runs: 3,
    test: (context, end) => expectUsed(context, operation, end),
  })
})

onEveryOperation('authentication-nonce', (clause, operation) =>
  clause('AUTH-14', `${operation.name} replayed after its nonce came with a wrong signature`, async context => {
    const body = await operation.body(context)
    const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow() }
    await send(context, operation, body, sendOptions).asControl()
    await send(context, operation, body, { ...sendOptions, key: generatePrivateKey() })
    await send(context, operation, body, sendOptions).expectRefusalWith('NONCE_REUSED')
    await expectExecutedAtMost(context, { operation, body }, 1)
  }),
)

/** If an empty nonce is accepted, it is a nonce like any other. Heading: Authentication, X-OC-Nonce. */
onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name, isExecution } = operation

  clause('AUTH-14', `${name} twice with an empty nonce`, async context => {
    await sendControl(context, operation)
    const sendEmpty = async () => send(context, operation, operation.body(context), { nonce: '' })
    // A target may refuse an empty nonce (AUTH-28): then it accepts none twice.
    if (!isExecution(await sendEmpty())) return
    const again = await sendEmpty()
    expectThat(!isExecution(again), `${name} is accepted twice with an empty nonce`, {
      expected: 'a refusal: the nonce is missing, or was used before',
      actual: summary(again),
      at: again,
    })
  })
})
