import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { notCopiedFromStamps, stampRefused } from '../../support/gateway/stamped-before.ts'
import {
  createTransfer,
  expectCompletedAtVerify,
  proofOf,
  referencedOrder,
} from '../../support/gateway/transactions.ts'
import { unitsThatFractionsCut } from '../../support/gateway/transfer/binary-amounts.ts'
import { isRound, laterSeconds, readUntilExact, untilLater } from '../../support/rounded-times.ts'

/** Units up to which generated amounts go. */
const mostUnits = 500

/** The proof of a transfer. Headings: POST /transfer/create, Proof. */
const { clause } = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-02', 'issuer', async context => {
  expectSame((await createTransfer(context)).issuer, context.ocid, 'proof.issuer')
})

/** Makes a transfer and returns the timestamp of its proof, which has to be now; each clock may differ (AUTH-22). */
const presentTimestamp = async (context: CheckContext): Promise<number> => {
  const from = context.now()
  const { timestamp } = await createTransfer(context)
  expectThat(context.run.clock.isNow(timestamp, from), 'proof.timestamp is not the current Unix second', {
    expected: from,
    actual: timestamp ?? 'no timestamp',
  })
  return timestamp
}

clause(
  'TRANSFER-02',
  'timestamp',
  async context => {
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
  },
  { waits: true },
)

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

clause('TRANSFER-03', 'recipient with a reference', async context => {
  const reference = context.fresh('ref')
  const to = { ocid: context.merchant.ocid, reference }
  const proof = proofOf(await context.transfer({ from: context.partner, to }).asControl())
  expectSame(memberOf(proof.to, 'reference') ?? 'absent', reference, 'proof.to.reference')
})

/** Makes a transfer for an order, to a recipient without a reference. */
const transferForOrder = (context: CheckContext, order: { id: string; urls: string[] }) => {
  const body = context.transferOf({ from: context.partner, to: context.merchant, order }) as JsonObject
  return context.call('transfer.create', edit(body, 'to.reference', undefined), { as: context.partner })
}

clause('TRANSFER-03', 'order alone', async context => {
  await createTransfer(context)
  const { orderReference } = referencedOrder(context, 1)
  const proof = proofOf(await transferForOrder(context, orderReference).expectProcessed())
  const reference = memberOf(proof.to, 'reference') ?? 'absent'
  expectSame(reference, orderReference.id, 'proof.to.reference of a transfer that names only its order')
})

const expectProofOf = (body: JsonObject, proof: JsonObject): void => {
  expectSame(memberOf(proof.from, 'ocid'), memberOf(body.from, 'ocid'), 'proof.from.ocid')
  expectSame(memberOf(proof.from, 'reference'), memberOf(body.from, 'reference'), 'proof.from.reference')
  expectSame(memberOf(proof.to, 'ocid'), memberOf(body.to, 'ocid'), 'proof.to.ocid')
  expectSame(proof.currency, body.currency, 'proof.currency')
  // A number in place of the string fails FMT-02.
  const isAmount = isSameAmount(textOf(proof.amount), textOf(body.amount))
  expectThat(isAmount, 'proof.amount is not the amount of the request', {
    expected: body.amount,
    actual: proof.amount ?? 'no amount',
  })
}

clause.property(
  'TRANSFER-04',
  'parties and amount of the proof',
  {
    arbitrary: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
    examples: ({ money }) => unitsThatFractionsCut(money),
    runs: 8,
    test: async (context, units) => {
      const body = context.transferOf({ from: context.partner, to: context.merchant, units }) as JsonObject
      const transfer = await context.call('transfer.create', body, { as: context.partner }).asControl()
      expectProofOf(body, proofOf(transfer))
    },
  },
  { firstLook: true },
)

clause(
  'TRANSFER-14',
  'same proof at verify',
  async context => expectCompletedAtVerify(context, await createTransfer(context)),
  { operations: ['transfer.create', 'verify'] },
)
