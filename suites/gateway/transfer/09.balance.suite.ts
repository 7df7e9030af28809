import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { isInsufficientFunds } from '../../../harness/treasury.ts'
import { fromMinorUnits, isSameAmount } from '../../../protocol/amount.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { fund, spend } from '../../support/gateway/transfer/accounts.ts'
import { imperceptiblyMore } from '../../support/gateway/transfer/binary-amounts.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

type AccountMoves = {
  /** Units of the largest transfer. */
  most: number
  fund: (units: number) => PromiseLike<HttpResponse>
  spend: (units: number) => PromiseLike<HttpResponse>
}

/** Fails the clause if an account that is paid as much as a transfer can move is without funds for a unit: no fee takes all of it. */
const expectUnitSpendable = async (context: CheckContext, { fund, spend, most }: AccountMoves): Promise<void> => {
  if (!isSuccess(await fund(most))) return
  await context.arrived()
  const response = await spend(1)
  expectThat(!isInsufficientFunds(response), 'nothing of what was paid into an account can be spent', {
    expected: `200: ${most} units were paid in before, and one is to be spent`,
    actual: summary(response),
  })
}

/** An account of five units can spend all five. A fee, which the document does not show, would need more every time. */
const expectWholeBalanceSpendable = async (context: CheckContext, moves: AccountMoves): Promise<void> => {
  const { fund, spend } = moves
  await context.arrived()
  const response = await spend(5)
  if (isSuccess(response)) return
  await fund(1)
  await context.arrived()
  const isSpendableWithMore = isSuccess(await spend(5))
  await fund(5)
  await context.arrived()
  if (!isSpendableWithMore && !isSuccess(await spend(5))) await expectUnitSpendable(context, moves)
  if (!isSpendableWithMore || !isSuccess(await spend(5)))
    return context.untried('A balance that equals the amount: a transfer takes more than its amount, as with a fee.')
  fail('a balance that equals the amount is not enough', { expected: '200', actual: summary(response) })
}

clause('TRANSFER-09', 'balance below by less than a binary fraction tells', async context => {
  const account = await context.account(5)
  const amount = imperceptiblyMore(context.money.amount(5))
  const response = await context.transfer({ from: account, to: context.partner, amount }, { as: account })
  const proven = String(memberOf(memberOf(response.json, 'proof'), 'amount'))
  // A gateway may round the amount to the digits of the currency (FMT-10): the proof says what it has moved.
  expectThat(!isSuccess(response) || !isSameAmount(proven, amount), 'a balance below the amount is enough', {
    expected: `a refusal of ${amount}, or a proof of ${context.money.amount(5)}`,
    actual: `${summary(response)}, a proof of ${proven}`,
  })
})

/** Bits in which programs keep minor units, with and without a sign. */
const integerBits = [15, 16, 31, 32, 63, 64]

/** An amount of which a program with so many bits keeps a few units. */
type Beyond = { bits: number; units: number }

clause.property<Beyond>(
  'TRANSFER-09',
  'amounts beyond the ends of integers',
  async control => {
    const account = await control.account(0)
    return {
      arbitrary: () => fc.record({ bits: fc.constantFrom(...integerBits), units: fc.integer({ min: 1, max: 4 }) }),
      examples: unlessQuick(
        control,
        integerBits.map(bits => ({ bits, units: 1 })),
      ),
      runs: 2,
      test: async (context, { bits, units }) => {
        const { currency, step } = context.money
        await fund(context, account, units).asControl()
        await context.arrived()
        const amount = fromMinorUnits(2n ** BigInt(bits) + BigInt(units) * step, currency)
        const response = await context.transfer({ from: account, to: context.partner, amount }, { as: account })
        expectThat(!isSuccess(response), 'a balance below the amount is enough', {
          expected: `a refusal of ${amount}: the account holds far less`,
          actual: summary(response),
        })
      },
    }
  },
  { long: true },
)

clause(
  'TRANSFER-09',
  'balance below and equal',
  async context => {
    const account = await context.account(0)
    await fund(context, account, 5).asControl()
    await context.arrived()
    await spend(context, account, 6).expectRefusal(402, 'INSUFFICIENT_FUNDS')
    await expectWholeBalanceSpendable(context, {
      most: Number(context.money.most),
      fund: units => fund(context, account, units),
      spend: units => spend(context, account, units),
    })
  },
  // Among the first, since no account is used by then: see below. Not the first of all, whose account may tell when money arrives.
  { long: true, firstLook: true },
)

// A unit that can never be spent cannot be seen from outside, and a used account may hold one unseen. The account in the second
// currency has no other use.
clause('TRANSFER-09', 'balance equal in another currency', async context => {
  const { partner, run } = context
  const owner = run.identities.purse1
  const money = run.secondMoney
  if (!money || !owner)
    return notApplicable('There are no accounts in a second currency (secondCurrency in the config).')
  const move = (from: Actor, to: Actor, units: number) =>
    context.transfer({ from, to, amount: money.amount(units), currency: money.currency }, { as: from })
  const funding = await move(partner, owner, 5)
  if (!isSuccess(funding))
    blocked(
      `the accounts in ${money.currency} cannot be used: ${summary(funding)}; register the treasury and purse1 in it as provisioning.json lists them`,
    )
  await expectWholeBalanceSpendable(context, {
    most: Number(money.most),
    fund: units => move(partner, owner, units),
    spend: units => move(owner, partner, units),
  })
})

/** A balance below the amount is refused, an equal one is enough. Heading: POST /transfer/create. */
export const transferBalance = whereDeclared(suite)
