import fc from 'fast-check'
import { sameAmount } from '../../protocol/amount.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import { edit } from '../edit.ts'
import { whereDeclared } from '../every.ts'
import { type Answer, header } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, breach, holds, same } from '../harness/outcome.ts'
import { isSuccess, summary } from '../harness/sent.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { namedOrder, proofOf, transferred, txidOf } from './transactions.ts'

/** Seconds between the moment of a transfer and the timestamp of its proof: the way there and back, and a rounded clock. */
const toleranceSeconds = 5

/** Units up to which generated amounts go. */
const mostUnits = 500

/** The whole seconds that were the present, by our clock or by the target's own. */
const presentFor = (answer: Answer, sentAt: number): { from: number; to: number }[] => {
  const date = Date.parse(header(answer, 'date') ?? '') / 1_000
  const ours = { from: sentAt - toleranceSeconds, to: Date.now() / 1_000 + toleranceSeconds }
  return Number.isNaN(date) ? [ours] : [ours, { from: date - toleranceSeconds, to: date + toleranceSeconds }]
}

/** A transfer for an order, with a recipient that has no reference of its own. */
const forOrderOnly = (stage: Stage, order: { id: string; urls: string[] }) => {
  const body = stage.transferOf({ from: stage.partner, to: stage.merchant, order }) as JsonObject
  return stage.call('transfer.create', edit(body, 'to.reference', undefined), { as: stage.partner })
}

const suite = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-01', 'valid transfer', async stage => {
  const { proof, signature } = await stage
    .transfer({ from: stage.partner, to: stage.merchant, memo: 'Conformance transfer' })
    .accepts<JsonObject>('signed-proof')
  signedByTarget(stage, 'the proof of a transfer', { payload: proof as Json, signature })
})

clause('TRANSFER-02', 'issuer', async stage => {
  same((await transferred(stage)).issuer, stage.ocid, 'proof.issuer')
})

clause('TRANSFER-02', 'timestamp', async stage => {
  const sentAt = Date.now() / 1_000
  const answer = await stage.transfer({ from: stage.partner, to: stage.merchant })
  if (!isSuccess(answer)) blocked(`the control, a transfer, is not accepted: ${summary(answer)}`)
  const { timestamp } = proofOf(answer.json)
  const isPresent = presentFor(answer, sentAt).some(
    ({ from, to }) => Number(timestamp) >= from && Number(timestamp) <= to,
  )
  holds(typeof timestamp === 'number' && isPresent, 'proof.timestamp is not the current Unix second', {
    expected: Math.floor(sentAt),
    actual: timestamp ?? 'no timestamp',
  })
})

clause('TRANSFER-03', 'recipient with a reference', async stage => {
  const reference = stage.fresh('reference')
  const to = { ocid: stage.merchant.ocid, reference }
  const proof = proofOf(await stage.transfer({ from: stage.partner, to }).asControl())
  same(member(proof.to, 'reference') ?? 'absent', reference, 'proof.to.reference')
})

clause('TRANSFER-03', 'order alone', async stage => {
  await transferred(stage)
  const { named } = namedOrder(stage, 1)
  const proof = proofOf(await forOrderOnly(stage, named).processes())
  same(
    member(proof.to, 'reference') ?? 'absent',
    named.id,
    'proof.to.reference of a transfer that names its order alone',
  )
})

clause.property('TRANSFER-04', 'parties and amount of the proof', {
  given: ({ money }) => fc.integer({ min: 1, max: Math.min(Number(money.most), mostUnits) }),
  runs: 8,
  holds: async (stage, units) => {
    const plan = { from: stage.partner, to: stage.merchant, units }
    const body = stage.transferOf(plan) as JsonObject
    const made = await stage.call('transfer.create', body, { as: stage.partner }).asControl()
    isReceiptOf(proofOf(made), body)
  },
})

const isReceiptOf = (proof: JsonObject, body: JsonObject): void => {
  same(member(proof.from, 'ocid'), member(body.from, 'ocid'), 'proof.from.ocid')
  same(member(proof.from, 'reference'), member(body.from, 'reference'), 'proof.from.reference')
  same(member(proof.to, 'ocid'), member(body.to, 'ocid'), 'proof.to.ocid')
  same(proof.currency, body.currency, 'proof.currency')
  // A number in place of the string is FMT-02's affair.
  holds(sameAmount(String(proof.amount), String(body.amount)), 'proof.amount is another value than the request gave', {
    expected: body.amount,
    actual: proof.amount ?? 'no amount',
  })
}

clause('TRANSFER-05', 'different transfers at once', async stage => {
  const proofs = await Promise.all(Array.from({ length: 6 }, () => transferred(stage)))
  const txids = proofs.map(txidOf)
  holds(new Set(txids).size === txids.length, 'two transfers have one txid', {
    expected: 'as many txids as transfers',
    actual: txids.join(', '),
  })
})

clause('TRANSFER-05', 'equal transfers', async stage => {
  const body = stage.transferOf({ from: stage.partner, to: stage.merchant })
  const first = txidOf(proofOf(await stage.transfer(body).asControl()))
  const again = await Promise.all([stage.transfer(body), stage.transfer(body)])
  // Whoever refuses a transfer that equals another one gives no txid twice.
  const txids = [first, ...again.filter(isSuccess).map(answer => txidOf(proofOf(answer.json)))]
  if (new Set(txids).size === txids.length || !(await movesTwice(stage))) return
  breach('two transfers with equal requests have one txid', { expected: 'as many txids as transfers', actual: txids })
})

/** Whether an equal request moves money once more; one that answers with what it did before may repeat its txid. */
const movesTwice = async (stage: Stage): Promise<boolean> => {
  const purse = await stage.purse(2)
  const body = stage.transferOf({ from: purse, to: stage.partner })
  for (let time = 0; time < 2; time++) await stage.transfer(body, { as: purse })
  return !isSuccess(await stage.transfer({ from: purse, to: stage.partner }, { as: purse }))
}

clause(
  'TRANSFER-14',
  'same proof at verify',
  async stage => {
    const proof = await transferred(stage)
    const shown = await stage.verify(txidOf(proof)).accepts<JsonObject>()
    if (!isObject(shown)) breach('verify of a transfer answers no object', { expected: 'an object', actual: shown })
    same(shown.status, 'completed', 'the status that verify shows of a transfer')
    same(shown.proof, proof, 'the proof that verify shows of a transfer')
    signedByTarget(stage, 'the proof that verify shows', { payload: proof, signature: shown.signature })
  },
  { operations: ['transfer.create', 'verify'] },
)

clause('TRANSFER-17', 'partner debits its reserve account', async stage => {
  const { partner, merchant } = stage
  await stage.transfer({ from: partner, to: merchant }, { as: partner }).processes()
})

/** POST /transfer/create: what comes of a transfer. */
export const transferSuite = whereDeclared(suite)
