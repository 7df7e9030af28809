/** TRANSFER-02 · proof.issuer is the gateway's OCID and proof.timestamp the current Unix second. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { targetSet } from '../../members/target-set.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'
import { createTransfer, proofOf } from '../../support/gateway/transactions.ts'
import { isRound, laterSeconds, readUntilExact, untilLater } from '../../support/rounded-times.ts'
import { proofDespite, refused } from './target-set.ts'

const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-02', 'issuer', async context => {
  expectSame((await createTransfer(context)).issuer, context.ocid, 'proof.issuer')
})

/** Makes a transfer and returns the timestamp of its proof, which must be the current time; clocks may differ (AUTH-22). */
const presentTimestamp = async (context: CheckContext): Promise<number> => {
  const from = context.now()
  const { timestamp } = await createTransfer(context)
  expectThat(context.run.clock.isNow(timestamp, from), 'proof.timestamp is not the current Unix second', {
    expected: from,
    actual: timestamp ?? 'no timestamp',
  })
  return timestamp
}

clause('TRANSFER-02', 'timestamp', async context => {
  const first = await presentTimestamp(context)
  await untilLater(context)
  const later = await presentTimestamp(context)
  expectThat(later > first, 'proof.timestamp is not the current Unix second: it is the same seconds later', {
    expected: `more than ${first}, ${laterSeconds} s later`,
    actual: later,
  })
  const timestamps = { read: () => presentTimestamp(context), timeOf: (timestamp: number) => timestamp }
  const readings = await readUntilExact(context, timestamps, [first, later])
  expectThat(!readings.every(isRound), 'proof.timestamp is rounded', {
    expected: 'the current Unix second',
    actual: readings,
  })
})

clause.property<number[]>(
  'TRANSFER-02',
  'timestamp of transfers whose requests were stamped before',
  notCopiedFromStamps({
    control: createTransfer,
    isCopied: async (context, timestamp) => {
      const response = await context.transfer({ from: context.partner, to: context.merchant }, { timestamp })
      if (!isSuccess(response)) stampRefused()
      return proofOf(response.json).timestamp === timestamp
    },
    message: 'proof.timestamp is copied from X-OC-Timestamp',
    expected: 'the current Unix second',
  }),
)

const set = defineSuite({ id: 'transfer-target-set', roles: ['gateway'], operations: ['transfer.create'] })

set.clause(
  'TRANSFER-02',
  'issuer and timestamp that the caller sends',
  async context => {
    await createTransfer(context)
    const from = context.now()
    const proof = (await proofDespite(context, targetSet(context, ['transfer.create']))) ?? refused()
    expectSame(proof.issuer, context.ocid, 'proof.issuer')
    expectThat(context.run.clock.isNow(proof.timestamp, from), 'proof.timestamp is not the current Unix second', {
      expected: from,
      actual: proof.timestamp ?? 'no timestamp',
    })
  },
  { fromTable: true },
)
