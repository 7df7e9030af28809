import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, fail } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { edit } from '../../support/edit.ts'
import { namedOrder, proofOf, transferred, txidOf } from '../../support/gateway/transactions.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** Seconds between the moment of a transfer and the timestamp of its proof: the way there and back, and a rounded clock. */
const toleranceSeconds = 5

/** Units up to which generated amounts go. */
const mostUnits = 500

/** The whole seconds that were the present, by our clock or by the target's own. */
const presentFor = (response: HttpResponse, sentAt: number): { from: number; to: number }[] => {
  const date = Date.parse(header(response, 'date') ?? '') / 1_000
  const ours = { from: sentAt - toleranceSeconds, to: Date.now() / 1_000 + toleranceSeconds }
  return Number.isNaN(date) ? [ours] : [ours, { from: date - toleranceSeconds, to: date + toleranceSeconds }]
}

/** A transfer for an order, with a recipient that has no reference of its own. */
const forOrderOnly = (context: CheckContext, order: { id: string; urls: string[] }) => {
  const body = context.transferOf({ from: context.partner, to: context.merchant, order }) as JsonObject
  return context.call('transfer.create', edit(body, 'to.reference', undefined), { as: context.partner })
}

const suite = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-01', 'valid transfer', async context => {
  const { proof, signature } = await context
    .transfer({ from: context.partner, to: context.merchant, memo: 'Conformance transfer' })
    .expectAccepted<JsonObject>('signed-proof')
  expectSignedByTarget(context, 'the proof of a transfer', { payload: proof as Json, signature })
})

clause('TRANSFER-02', 'issuer', async context => {
  expectSame((await transferred(context)).issuer, context.ocid, 'proof.issuer')
})

clause('TRANSFER-02', 'timestamp', async context => {
  const sentAt = Date.now() / 1_000
  const response = await context.transfer({ from: context.partner, to: context.merchant })
  if (!isSuccess(response)) blocked(`the control, a transfer, is not accepted: ${summary(response)}`)
  const { timestamp } = proofOf(response.json)
  const isPresent = presentFor(response, sentAt).some(
    ({ from, to }) => Number(timestamp) >= from && Number(timestamp) <= to,
  )
  expectThat(typeof timestamp === 'number' && isPresent, 'proof.timestamp is not the current Unix second', {
    expected: Math.floor(sentAt),
    actual: timestamp ?? 'no timestamp',
  })
})

clause('TRANSFER-03', 'recipient with a reference', async context => {
  const reference = context.fresh('reference')
  const to = { ocid: context.merchant.ocid, reference }
  const proof = proofOf(await context.transfer({ from: context.partner, to }).asControl())
  expectSame(member(proof.to, 'reference') ?? 'absent', reference, 'proof.to.reference')
})

clause('TRANSFER-03', 'order alone', async context => {
  await transferred(context)
  const { named } = namedOrder(context, 1)
  const proof = proofOf(await forOrderOnly(context, named).expectProcessed())
  expectSame(
    member(proof.to, 'reference') ?? 'absent',
    named.id,
    'proof.to.reference of a transfer that names its order alone',
  )
})

clause.property('TRANSFER-04', 'parties and amount of the proof', {
  arbitrary: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
  runs: 8,
  test: async (context, units) => {
    const plan = { from: context.partner, to: context.merchant, units }
    const body = context.transferOf(plan) as JsonObject
    const made = await context.call('transfer.create', body, { as: context.partner }).asControl()
    isReceiptOf(proofOf(made), body)
  },
})

const isReceiptOf = (proof: JsonObject, body: JsonObject): void => {
  expectSame(member(proof.from, 'ocid'), member(body.from, 'ocid'), 'proof.from.ocid')
  expectSame(member(proof.from, 'reference'), member(body.from, 'reference'), 'proof.from.reference')
  expectSame(member(proof.to, 'ocid'), member(body.to, 'ocid'), 'proof.to.ocid')
  expectSame(proof.currency, body.currency, 'proof.currency')
  // A number in place of the string is FMT-02's affair.
  expectThat(
    isSameAmount(String(proof.amount), String(body.amount)),
    'proof.amount is another value than the request gave',
    {
      expected: body.amount,
      actual: proof.amount ?? 'no amount',
    },
  )
}

clause('TRANSFER-05', 'different transfers at once', async context => {
  const proofs = await Promise.all(Array.from({ length: 6 }, () => transferred(context)))
  const txids = proofs.map(txidOf)
  expectThat(new Set(txids).size === txids.length, 'two transfers have one txid', {
    expected: 'as many txids as transfers',
    actual: txids.join(', '),
  })
})

clause('TRANSFER-05', 'equal transfers', async context => {
  const body = context.transferOf({ from: context.partner, to: context.merchant })
  const first = txidOf(proofOf(await context.transfer(body).asControl()))
  const again = await Promise.all([context.transfer(body), context.transfer(body)])
  // Whoever refuses a transfer that equals another one gives no txid twice.
  const txids = [first, ...again.filter(isSuccess).map(response => txidOf(proofOf(response.json)))]
  if (new Set(txids).size === txids.length || !(await movesTwice(context))) return
  fail('two transfers with equal requests have one txid', { expected: 'as many txids as transfers', actual: txids })
})

/** Whether an equal request moves money once more; one that answers with what it did before may repeat its txid. */
const movesTwice = async (context: CheckContext): Promise<boolean> => {
  const account = await context.account(2)
  const body = context.transferOf({ from: account, to: context.partner })
  for (let time = 0; time < 2; time++) await context.transfer(body, { as: account })
  return !isSuccess(await context.transfer({ from: account, to: context.partner }, { as: account }))
}

clause(
  'TRANSFER-14',
  'same proof at verify',
  async context => {
    const proof = await transferred(context)
    const shown = await context.verify(txidOf(proof)).expectAccepted<JsonObject>()
    if (!isObject(shown)) fail('verify of a transfer answers no object', { expected: 'an object', actual: shown })
    expectSame(shown.status, 'completed', 'the status that verify shows of a transfer')
    expectSame(shown.proof, proof, 'the proof that verify shows of a transfer')
    expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature: shown.signature })
  },
  { operations: ['transfer.create', 'verify'] },
)

clause('TRANSFER-17', 'partner debits its reserve account', async context => {
  const { partner, merchant } = context
  await context.transfer({ from: partner, to: merchant }, { as: partner }).expectProcessed()
})

/** POST /transfer/create: what comes of a transfer. */
export const transferSuite = whereDeclared(suite)
