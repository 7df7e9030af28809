/**
 * AUTH-15 · Of several requests of one caller with one nonce, identical or different, that are sent at the same moment,
 * one at most is processed.
 */

import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { expectWinners, race, roundsOf } from '../../../harness/race.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { operations } from '../../../protocol/operations.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  authenticatedOperations,
  expectExecutedAtMost,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'

const copies = 4

/** Sends several bodies with one nonce at the same moment; at most one of them may be processed. */
const expectProcessedOnce = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  { bodies, what }: { bodies: readonly JsonObject[]; what: string },
): Promise<void> => {
  const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow(), atOnce: true } as const
  const { id } = operation.sender(context)
  const entries = bodies.map(body => ({
    what: `${what}, by ${id}`,
    send: (lanes: Lanes) => send(context, operation, body, { ...sendOptions, lanes }),
  }))
  expectWinners(await race(context, entries), {
    isWon: isSuccess,
    describe: summary,
    message: `several requests with one nonce are processed: ${operation.name}, ${what}`,
  })
}

const freshBodies = (context: CheckContext, operation: AuthenticatedOperation): Promise<JsonObject[]> =>
  Promise.all(Array.from({ length: copies }, () => operation.body(context)))

onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name } = operation

  clause.race('AUTH-15', `${name} several times at the same moment`, async context => {
    await sendControl(context, operation)
    const tried: JsonObject[] = []
    for (const _round of roundsOf(context)) {
      const body = await operation.body(context)
      tried.push(body)
      const bodies = Array.from({ length: copies }, () => body)
      await expectProcessedOnce(context, operation, { bodies, what: 'the same request' })
    }
    for (const body of tried) await expectExecutedAtMost(context, { operation, body }, 1)
  })

  clause.race('AUTH-15', `${name} with one nonce and different bodies at the same moment`, async context => {
    await sendControl(context, operation)
    for (const _round of roundsOf(context)) {
      const bodies = await freshBodies(context, operation)
      await expectProcessedOnce(context, operation, { bodies, what: 'different requests' })
    }
  })
})

/** Returns the operations of the same role that follow one, so that each pair is tried once. */
const laterOperations = (operation: AuthenticatedOperation): AuthenticatedOperation[] =>
  authenticatedOperations
    .slice(authenticatedOperations.indexOf(operation) + 1)
    .filter(({ name }) => operations[name].role === operations[operation.name].role)

/** Returns the next of them that the sender of an operation may also call; undefined if there is none. */
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

const copiesAtEach = 2

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
  const tried = both.flatMap(operation => Array.from({ length: copiesAtEach }, () => operation))
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

onEveryOperation('authentication-nonce', (clause, operation) => {
  const { name } = operation

  if (laterOperations(operation).length > 0)
    clause.race('AUTH-15', `nonce of ${name} at another operation at the same moment`, async context => {
      await sendControl(context, operation)
      const other = await nextFor(context, operation)
      if (other === undefined) return notApplicable('The caller may call no other operation of the target.')
      for (const _round of roundsOf(context)) await expectOneProcessed(context, [operation, other])
    })
})
