/** TRANSFER-05 · txid is unique. */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import { isInsufficientFunds } from '../../../harness/treasury.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { type Json, type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { targetSet } from '../../members/target-set.ts'
import { edit } from '../../support/edit.ts'
import { areDistinct } from '../../support/gateway/entropy.ts'
import { createTransfer, proofOf, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'
import { spendArrived } from '../../support/gateway/transfer/accounts.ts'
import { proofDespite, refused } from './target-set.ts'

const { clause } = defineSuite({ id: 'transfer-target-set', roles: ['gateway'], operations: ['transfer.create'] })

clause(
  'TRANSFER-05',
  'txid that the caller sends',
  async context => {
    await createTransfer(context)
    const more = targetSet(context, ['transfer.create'])
    const first = (await proofDespite(context, more)) ?? refused()
    // A gateway that treats the txid as the name of one transfer refuses another.
    const second = await proofDespite(context, more, 2)
    expectThat(second === undefined || txidOf(second) !== txidOf(first), 'two transfers have the same txid', {
      expected: 'a different txid for each transfer, or a refusal',
      actual: txidOf(first),
    })
  },
  { fromTable: true },
)

const transfer = defineSuite({ id: 'transfer', roles: ['gateway'], operations: ['transfer.create'] })

const concurrentTransfers = 6

transfer.clause('TRANSFER-05', 'different transfers at once', async context => {
  const proofs = await Promise.all(Array.from({ length: concurrentTransfers }, () => createTransfer(context)))
  const txids = proofs.map(txidOf)
  expectThat(areDistinct(txids), 'two transfers have the same txid', {
    expected: 'as many txids as transfers',
    actual: txids.join(', '),
  })
})

/** Returns whether an equal request moves money again; a gateway that only repeats its first response may repeat the txid. */
const movesMoneyTwice = async (context: CheckContext): Promise<boolean> => {
  const account = await context.account(2)
  const body = context.transferOf({ from: account, to: context.partner })
  for (let time = 0; time < 2; time++) await context.transfer(body, { as: account })
  return isInsufficientFunds(await spendArrived(context, account, 1))
}

transfer.clause('TRANSFER-05', 'equal transfers', async context => {
  const body = context.transferOf({ from: context.partner, to: context.merchant })
  const first = txidOf(proofOf(await context.transfer(body).asControl()))
  const again = await Promise.all([context.transfer(body), context.transfer(body)])
  // A gateway may refuse a transfer that equals another.
  const txids = [first, ...again.filter(isSuccess).map(response => txidOf(proofOf(response.json)))]
  if (areDistinct(txids) || !(await movesMoneyTwice(context))) return
  fail('two transfers with equal requests have the same txid', {
    expected: 'as many txids as transfers',
    actual: txids,
  })
})

/** Bodies of two transfers with different amounts that name the same reference, or the same order. */
const pairsOfOne = (context: CheckContext): Record<string, [JsonObject, JsonObject]> => {
  const { order, orderReference } = referencedOrder(context, 1)
  const pair = (of: (body: JsonObject) => JsonObject): [JsonObject, JsonObject] => {
    const bodyOf = (units: number) =>
      of(context.transferOf({ from: context.partner, to: context.merchant, units }) as JsonObject)
    return [bodyOf(1), bodyOf(2)]
  }
  const reference = context.fresh('ref')
  return {
    reference: pair(body => edit(body, 'to.reference', reference)),
    order: pair(body => ({ ...edit(body, 'to.reference', undefined), order: orderReference })),
    'order and reference': pair(body => ({ ...edit(body, 'to.reference', order.id), order: orderReference })),
  }
}

transfer.clause('TRANSFER-05', 'transfers over different amounts for one order', async context => {
  await createTransfer(context)
  for (const [what, bodies] of Object.entries(pairsOfOne(context))) {
    const txids: string[] = []
    for (const body of bodies) {
      const response = await context.call('transfer.create', body, { as: context.partner })
      // A gateway may refuse a second transfer for an order.
      if (isSuccess(response)) txids.push(txidOf(proofOf(response.json)))
    }
    expectThat(areDistinct(txids), `two transfers over different amounts with the same ${what} have the same txid`, {
      expected: 'as many txids as transfers',
      actual: txids.join(', '),
    })
  }
})

const run = defineSuite({
  id: 'transfer-of-run',
  roles: ['gateway'],
  operations: ['transfer.create'],
  sendsNothing: true,
})

const partiesOf = (proof: Json | undefined): string => {
  const [from, to] = [memberOf(proof, 'from'), memberOf(proof, 'to')]
  return JSON.stringify([
    memberOf(from, 'ocid'),
    memberOf(to, 'ocid'),
    memberOf(to, 'reference'),
    memberOf(proof, 'currency'),
  ])
}

const amountOf = (proof: Json | undefined): string => textOf(memberOf(proof, 'amount'))

/** Returns whether two proofs may be of one transfer that was requested twice. */
const areOfOne = (a: Json | undefined, b: Json | undefined): boolean => {
  const [amount, other] = [amountOf(a), amountOf(b)]
  return partiesOf(a) === partiesOf(b) && (amount === other || isSameAmount(amount, other))
}

run.clause(
  'TRANSFER-05',
  'txids',
  async ({ run }) => {
    // A missing txid fails TRANSFER-01.
    const transfers = run.seen.signed.filter(
      ({ method, document }) => method === 'POST' && memberOf(document.proof, 'txid') !== undefined,
    )
    if (transfers.length === 0) notApplicable('No other check of the run has seen a proof.')
    const known = new Map<Json | undefined, Json | undefined>()
    for (const { document, exchange } of transfers) {
      const txid = memberOf(document.proof, 'txid')
      const earlier = known.get(txid)
      known.set(txid, document.proof)
      expectThat(earlier === undefined || areOfOne(earlier, document.proof), 'two transfers have the same txid', {
        expected: 'a different txid for each transfer',
        actual: [earlier, document.proof],
        at: { exchange },
        isProof: true,
      })
    }
  },
  { last: true },
)
