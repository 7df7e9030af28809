/** VERIFY-05 · Reading changes nothing: until expiresAt repeated reads give the same status and members. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import { isObject, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { createPayment, createTransfer, readTransaction, txidOf } from '../../support/gateway/transactions.ts'

const { clause } = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })
const ofPayment = { operations: ['verify', 'payment.create'] } as const
const ofTransfer = { operations: ['verify', 'transfer.create'] } as const

const reads = 6
const documented = ['status', 'txid', 'amount', 'currency', 'createdAt', 'expiresAt', 'proof']

/** Returns the documented members; others may change from read to read. */
const documentedMembers = ({ json }: Pick<HttpResponse, 'json'>): JsonObject =>
  Object.fromEntries(Object.entries(isObject(json) ? json : {}).filter(([name]) => documented.includes(name)))

const expectUnchanged = async (context: CheckContext, txid: string): Promise<void> => {
  const first = await readTransaction(context, txid)
  if (!isSuccess(first)) blocked(`verify does not show a transaction that was just made: ${summary(first)}`)
  for (let read = 1; read < reads; read++) {
    const again = await readTransaction(context, txid)
    expectThat(again.status === first.status, 'verify returns another status at a further read', {
      expected: summary(first),
      actual: summary(again),
    })
    expectSame(documentedMembers(again), documentedMembers(first), 'the transaction at a further read')
  }
}

clause(
  'VERIFY-05',
  'pending payment read again',
  async context => expectUnchanged(context, txidOf(await createPayment(context))),
  ofPayment,
)

clause(
  'VERIFY-05',
  'completed transfer read again',
  async context => expectUnchanged(context, txidOf(await createTransfer(context))),
  ofTransfer,
)

/** Fails the clause unless a transaction is unchanged seconds later: its times are in seconds. */
const expectUnchangedLater = async (context: CheckContext, txid: string): Promise<void> => {
  const first = await context.verify(txid).asControl()
  await context.idle(pause(waits.apart.ms, context.signal))
  const later = await readTransaction(context, txid)
  if (!isSuccess(later)) blocked(`verify no longer shows a transaction: ${summary(later)}`)
  const isSettled = first.status === 'pending' && memberOf(later.json, 'status') !== 'pending'
  if (isSettled) notApplicable('The payment is no longer pending seconds later.')
  expectSame(documentedMembers(later), documentedMembers({ json: first }), 'the transaction seconds later')
}

clause(
  'VERIFY-05',
  'pending payment read again seconds later',
  async context => expectUnchangedLater(context, txidOf(await createPayment(context))),
  ofPayment,
)

clause(
  'VERIFY-05',
  'completed transfer read again seconds later',
  async context => expectUnchangedLater(context, txidOf(await createTransfer(context))),
  ofTransfer,
)
