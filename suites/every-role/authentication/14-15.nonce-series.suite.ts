import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { expectWinners, race, roundsOf } from '../../../harness/race.ts'
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

/** Returns the operations of the same role that come after one: each two of them are tried once. */
const laterOperations = (operation: AuthenticatedOperation): AuthenticatedOperation[] =>
  authenticatedOperations
    .slice(authenticatedOperations.indexOf(operation) + 1)
    .filter(({ name }) => operations[name].role === operations[operation.name].role)

/** Returns the next of them that the sender of an operation may call, too; undefined if there is none. */
const nextFor = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
): Promise<AuthenticatedOperation | undefined> => {
  const as = operation.sender(context)
  for (const other of laterOperations(operation)) {
    if (isSuccess(await send(context, other, other.body(context), { as }))) return other
  }
  return undefined
}

const copies = 2

/** Sends requests to two operations with one nonce at the same moment; at most one of them may be processed. */
const expectOneProcessed = async (
  context: CheckContext,
  both: readonly [AuthenticatedOperation, AuthenticatedOperation],
): Promise<void> => {
  const sendOptions = {
    as: both[0].sender(context),
    nonce: context.fresh('n'),
    timestamp: context.requestNow(),
    atOnce: true,
  } as const
  const tried = both.flatMap(operation => Array.from({ length: copies }, () => operation))
  const entries = await Promise.all(
    tried.map(async operation => {
      const body = await operation.body(context)
      return { what: operation.name, send: (lanes: Lanes) => send(context, operation, body, { ...sendOptions, lanes }) }
    }),
  )
  expectWinners(await race(context, entries), {
    isWon: isSuccess,
    describe: summary,
    message: 'several requests of one caller with one nonce are processed, at different operations',
  })
}

/** A nonce counts once, whatever else comes with it. Heading: Authentication, X-OC-Nonce. */
onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name } = operation

  clause('AUTH-14', `${name} replayed after its nonce came with a wrong signature`, async context => {
    const body = await operation.body(context)
    const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow() }
    await send(context, operation, body, sendOptions).asControl()
    await send(context, operation, body, { ...sendOptions, key: generatePrivateKey() })
    await send(context, operation, body, sendOptions).expectRefusalWith('NONCE_REUSED')
    await expectExecutedAtMost(context, { operation, body }, 1)
  })

  if (laterOperations(operation).length === 0) return

  clause.race('AUTH-15', `nonce of ${name} at another operation at the same moment`, async context => {
    await sendControl(context, operation)
    const other = await nextFor(context, operation)
    if (other === undefined) return notApplicable('The caller may call no further operation of the target.')
    for (const _round of roundsOf(context)) await expectOneProcessed(context, [operation, other])
  })
})
