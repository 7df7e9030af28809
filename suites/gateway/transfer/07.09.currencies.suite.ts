import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, fail } from '../../../harness/outcome.ts'
import {
  type CurrencyMoves,
  leaseInBothCurrencies,
  unitsOfOneNumber,
} from '../../support/gateway/transfer/both-currencies.ts'
import { expectWholeBalanceSpendable } from '../../support/gateway/transfer/whole-balance.ts'

/** What an account holds in another currency neither counts nor is lost. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

/** Blocks the check if the account cannot be paid into. */
const requireFunding = (funding: HttpResponse, { money: { currency } }: CurrencyMoves): void => {
  if (!isSuccess(funding))
    blocked(
      `the accounts in ${currency} cannot be used: ${summary(funding)}; register the treasury and purse1 in it as provisioning.json lists them`,
    )
}

// A unit that can never be spent cannot be seen from outside, and a used account may hold one unseen. The account in the second
// currency has no other use.
clause('TRANSFER-09', 'balance equal in another currency', async context => {
  const [, moves] = await leaseInBothCurrencies(context)
  requireFunding(await moves.fund(5), moves)
  await expectWholeBalanceSpendable(context, { ...moves, most: Number(moves.money.most) })
})

/** Pays money into an account in one currency, and tries to spend the same number in another, of which it holds nothing. */
const spendOther = async (context: CheckContext, held: CurrencyMoves, spent: CurrencyMoves): Promise<HttpResponse> => {
  const [heldUnits, spentUnits] = unitsOfOneNumber(held.money, spent.money)
  await held.empty()
  await spent.empty()
  const empty = await spent.spend(spentUnits)
  if (isSuccess(empty)) blocked(`an account in ${spent.money.currency} that should be empty can be debited`)
  requireFunding(await held.fund(heldUnits), held)
  await context.arrived()
  const response = await spent.spend(spentUnits)
  await (isSuccess(response) ? spent.fund(spentUnits) : held.spend(heldUnits))
  return response
}

// A gateway that converts at a rate gives more of one currency for the other, and less the other way round.
clause('TRANSFER-09', 'balance in another currency only', async context => {
  const [first, second] = await leaseInBothCurrencies(context)
  if (!isSuccess(await spendOther(context, first, second))) return
  const response = await spendOther(context, second, first)
  if (!isSuccess(response)) return
  fail('money in one currency is spent as if it were as much in another, both ways', {
    expected: `402 for ${first.money.currency} where the account holds no more than that number in ${second.money.currency}, or the other way round`,
    actual: summary(response),
    at: response,
  })
})

clause('TRANSFER-07', 'account of somebody else in another currency', async context => {
  const [, moves] = await leaseInBothCurrencies(context)
  requireFunding(await moves.fund(5), moves)
  await context.arrived()
  const response = moves.spend(1, context.partner)
  await response
  await moves.empty()
  await response.expectRefusal(401, 'UNAUTHORIZED')
})
