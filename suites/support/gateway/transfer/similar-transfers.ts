import fc from 'fast-check'
import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess } from '../../../../harness/http/pending-response.ts'
import type { JsonObject } from '../../../../protocol/json/json.ts'
import { bodyMembers } from '../../../members/table.ts'
import { edit } from '../../edit.ts'
import { proofOf, txidOf } from '../transactions.ts'

/** Members that several transfers may share. */
const sharable = bodyMembers('transfer.create')
  .filter(({ type, name }) => ['text', 'id', 'amount'].includes(type) && name !== 'memo')
  .map(({ name }) => name)

/** The members that several transfers share. */
export type Shared = readonly string[]

/** Draws the members that two transfers have in common. */
export const anyShared: fc.Arbitrary<string[]> = fc.subarray(sharable)

/** The members that are always shared: each member alone, and all of them. */
export const sharedSamples: readonly Shared[] = [...sharable.map(name => [name]), sharable]

/** A completed transfer: its request, its memo as sent, and its proof. */
type SimilarTransfer = { body: JsonObject; memo: string; proof: JsonObject }

/**
 * Returns the parties and the money of each transfer: the second is in the second currency of the run, if there is one, from the
 * partner to itself, because the merchant has no account in it.
 */
const plansOf = ({ partner, merchant, run }: CheckContext) => {
  const second = run.secondMoney ? { to: partner, money: run.secondMoney } : { to: merchant, money: run.money }
  return [{ to: merchant, money: run.money }, second, { to: merchant, money: run.money }]
}

/**
 * Makes transfers with different memos that share some members. Returns those that the target carries out, except those that it treats as
 * an earlier transfer, with the same txid (TRANSFER-05).
 */
export const transferSimilar = async (context: CheckContext, shared: Shared): Promise<SimilarTransfer[]> => {
  const { fresh, partner } = context
  const texts = new Map(shared.map(name => [name, fresh('shared')]))
  const made: SimilarTransfer[] = []
  for (const [at, { to, money }] of plansOf(context).entries()) {
    const amount = money.amount(shared.includes('amount') ? 1 : at + 1)
    const memo = fresh('memo')
    const plan = { from: partner, to, amount, currency: money.currency, memo }
    const plain = context.transferOf(plan) as unknown as JsonObject
    const textOf = (name: string) => texts.get(name) ?? fresh('own')
    const referred = edit(plain, 'from.reference', textOf('from.reference'))
    const isOfOrder = shared.includes('order.id') && !shared.includes('to.reference')
    const body = isOfOrder
      ? { ...edit(referred, 'to.reference', undefined), order: { id: textOf('order.id'), urls: [] } }
      : edit(referred, 'to.reference', textOf('to.reference'))
    const response = await context.call('transfer.create', body, { as: partner })
    if (!isSuccess(response)) continue
    const proof = proofOf(response.json)
    if (made.every(other => txidOf(other.proof) !== txidOf(proof))) made.push({ body, memo, proof })
  }
  return made
}
