/**
 * TRANSFER-10 · The checks run in the documented order (every subset of the violated conditions that answers can tell
 * apart: a missing source and a missing destination share one answer).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { anyPart, partSamples, withoutMembers } from '../../members/absences.ts'
import { memberAt } from '../../support/edit.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import {
  callerForSource,
  expectFirstReported,
  refuseEachAlone,
  revealsPrecedence,
  type TransferFault,
} from '../../support/gateway/transfer/transfer-faults.ts'
import { subsetsOf } from '../../support/subsets.ts'

const { clause } = defineSuite({ id: 'transfer-order', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-10', 'several conditions at once', async context => {
  const account = await context.account(1)
  await createTransfer(context)
  const transfers = { account, source: await callerForSource(context, account) }
  const alone = await refuseEachAlone(context, transfers)
  // No one may debit a missing account: a target that answers the same for both has checked the permission first.
  const source = alone.get('source') ?? ''
  const isPermission = source === alone.get('permission') && !source.includes('ACCOUNT_NOT_FOUND')
  expectThat(!isPermission, 'the permission is checked before the source account', {
    expected: 'different refusals of a missing source account and of one that the caller may not debit',
    actual: source,
  })
  const isSentByApp = transfers.source === context.app
  const combinations = subsetsOf([...alone.keys()]).filter(faults => revealsPrecedence(faults, alone, isSentByApp))
  if (combinations.length === 0) blocked('too few of the faults are refused alone to show a precedence')
  await Promise.all(combinations.map(faults => expectFirstReported(context, { transfers, alone }, faults)))
})

/**
 * Combinations to which every other sequence of checks responds differently; a missing source and a missing destination get the same
 * response.
 */
const decisive: readonly TransferFault[][] = [
  ['source', 'permission', 'balance'],
  ['permission', 'destination', 'balance'],
  ['destination', 'balance'],
]

const optional = ['memo', 'order', 'from.reference', 'to.reference'] as const

/** Returns a transfer for the order that its recipient's reference names, without some members. */
const transferWithout =
  (omitted: readonly string[]) =>
  (body: JsonObject): JsonObject => {
    const order = { id: memberAt(body, 'to.reference') ?? '', urls: [] }
    return withoutMembers({ ...body, memo: 'Conformance', order }, omitted)
  }

clause.property<string[]>(
  'TRANSFER-10',
  'several conditions at once, whichever optional members there are',
  async control => {
    const account = await control.account(1)
    await createTransfer(control)
    const source = await callerForSource(control, account)
    return {
      arbitrary: () => anyPart(optional),
      examples: partSamples(optional),
      runs: 2,
      test: async (context, omitted) => {
        const transfers = { account, source, change: transferWithout(omitted) }
        const alone = await refuseEachAlone(context, transfers)
        const telling = decisive
          .map(faults => faults.filter(fault => alone.has(fault)))
          .filter(faults => revealsPrecedence(faults, alone, source === context.app))
        for (const faults of telling) await expectFirstReported(context, { transfers, alone }, faults)
      },
    }
  },
)
