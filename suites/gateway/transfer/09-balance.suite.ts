/** TRANSFER-09 · Balance below amount: 402 INSUFFICIENT_FUNDS; a balance equal to the amount is enough. */

import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { fromMinorUnits, isSameAmount } from '../../../protocol/amount.ts'
import { exponentOf } from '../../../protocol/currency.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { withoutMembers } from '../../members/absences.ts'
import { unlessQuick } from '../../members/samples.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import { fund, spend } from '../../support/gateway/transfer/accounts.ts'
import { imperceptiblyMore } from '../../support/gateway/transfer/binary-amounts.ts'
import {
  type CurrencyMoves,
  leaseInBothCurrencies,
  unitsOfOneNumber,
} from '../../support/gateway/transfer/both-currencies.ts'
import { expectWholeBalanceSpendable } from '../../support/gateway/transfer/whole-balance.ts'
import { refusedWithAnyMembers } from '../../support/wire-format/any-members.ts'
import { fullTransfer, optional, sendTransfer } from './full-transfer.ts'
import { requireFunding } from './funding.ts'
import { expectRefusedAgain } from './refused-again.ts'

const { clause } = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

clause.property<string[]>(
  'TRANSFER-09',
  'balance below the amount, whichever optional members there are',
  async control => {
    const from = await control.account(1)
    return refusedWithAnyMembers({
      what: 'a transfer above the balance',
      optional,
      control: createTransfer,
      send: (context, omitted) =>
        sendTransfer(context, withoutMembers(fullTransfer(context, { from, units: 2 }), omitted), from),
    })(control)
  },
)

const refusals = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })

refusals.clause('TRANSFER-09', 'balance below the amount, sent again', async context => {
  const account = await context.account(5)
  const overdraft = { from: account, to: context.partner, units: 6, as: account }
  await expectRefusedAgain(context, overdraft, [402, 'INSUFFICIENT_FUNDS'], () => fund(context, account, 1))
})

const balance = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

// A unit that can never be spent is invisible from outside, and a used account may hold one. The account in the second currency is used by
// nothing else.
balance.clause('TRANSFER-09', 'balance equal in another currency', async context => {
  const [, moves] = await leaseInBothCurrencies(context)
  requireFunding(await moves.fund(5), moves)
  await expectWholeBalanceSpendable(context, { ...moves, most: Number(moves.money.most) })
})

/** Pays money into an account in one currency, and tries to spend the same number in another, of which the account holds nothing. */
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

// A gateway that converts at a rate gives more in one direction, and less in the other.
balance.clause('TRANSFER-09', 'balance in another currency only', async context => {
  const [first, second] = await leaseInBothCurrencies(context)
  if (!isSuccess(await spendOther(context, first, second))) return
  const response = await spendOther(context, second, first)
  if (!isSuccess(response)) return
  fail('money in one currency is spent as if it were the same number in another, in both directions', {
    expected: `402 for ${first.money.currency} where the account holds at most that number in ${second.money.currency}, or the reverse`,
    actual: summary(response),
    at: response,
  })
})

balance.clause(
  'TRANSFER-09',
  {
    id: 'balance-below-by-less-than-a-binary-fraction-tells',
    title: 'balance too low by less than a binary fraction shows',
  },
  async context => {
    const account = await context.account(5)
    const amount = imperceptiblyMore(context.money.amount(5))
    const response = await context.transfer({ from: account, to: context.partner, amount }, { as: account })
    const proven = textOf(memberOf(memberOf(response.json, 'proof'), 'amount'))
    // A gateway may round the amount to the digits of the currency (FMT-10): the proof shows the amount that it moved.
    expectThat(!isSuccess(response) || !isSameAmount(proven, amount), 'a balance below the amount is enough', {
      expected: `a refusal of ${amount}, or a proof of ${context.money.amount(5)}`,
      actual: `${summary(response)}, a proof of ${proven}`,
    })
  },
)

/** Numbers of bits that programs use for minor units, signed and unsigned. */
const integerBits = [15, 16, 31, 32, 63, 64]

/** An amount that keeps only a few units in that many bits. */
type Beyond = { bits: number; units: number }

balance.clause.property<Beyond>('TRANSFER-09', 'amounts beyond the ends of integers', async control => {
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
})

balance.clause(
  'TRANSFER-09',
  'balance below and equal',
  async context => {
    // A unit that can never be spent from a used account is invisible from outside.
    const account = await context.unusedAccount()
    await fund(context, account, 5).asControl()
    await context.arrived()
    await spend(context, account, 6).expectRefusal(402, 'INSUFFICIENT_FUNDS')
    await expectWholeBalanceSpendable(context, {
      most: Number(context.money.most),
      fund: units => fund(context, account, units),
      spend: units => spend(context, account, units),
    })
  },
  { firstLook: true },
)

balance.clause('TRANSFER-09', 'balance of accounts that hold nothing', async context => {
  const { money, run } = context
  const account = await context.account(0)
  await context
    .transfer({ from: account, to: context.partner }, { as: account })
    .expectRefusal(402, 'INSUFFICIENT_FUNDS')
  // An account that can always be overdrawn by one unit seems empty once it is overdrawn.
  expectThat(!run.isOverdrawnByUnit, 'accounts that hold nothing pay a unit', {
    expected: `402 from each purse before anything is paid in: it is provisioned with ${money.amount(0)}`,
    actual: `each purse paid ${money.amount(1)} once in the preflight, and not again`,
  })
})

/** Returns pairs whose smaller number sorts after the greater as text, in minor units: 9 and 10, and 9.00 and 10.00. */
const digitPairs = (currency: string): [less: number, more: number][] =>
  [...new Set([0, exponentOf(currency) ?? 0])].map(zeros => [9 * 10 ** zeros, 10 ** (zeros + 1)])

/** Pays in nine or nine hundred units: all together, or in ninths if the treasury's balance is compared wrongly too. */
const fundNine = async (context: CheckContext, account: Actor, units: number): Promise<void> => {
  if (isSuccess(await fund(context, account, units))) return
  for (let part = 0; part < 9; part++) await fund(context, account, units / 9).asControl()
}

balance.clause('TRANSFER-09', 'balance and amount of another number of digits', async context => {
  const account = await context.account(0)
  for (const [less, more] of digitPairs(context.money.currency).filter(([, units]) => units <= context.money.most)) {
    await context.empty(account)
    await fundNine(context, account, less)
    await context.arrived()
    const overdraft = spend(context, account, more)
    // Pays back an overdraft, so that the check can be repeated.
    if (isSuccess(await overdraft)) await fund(context, account, more - less)
    await overdraft.expectRefusal(402, 'INSUFFICIENT_FUNDS')
    await fund(context, account, more - less).asControl()
    await context.arrived()
    await spend(context, account, less).expectProcessed()
  }
})

balance.clause('TRANSFER-09', 'balance below the amount of a transfer to a merchant', async context => {
  const { merchant } = context
  const account = await context.account(5)
  const overdraft = context.transfer({ from: account, to: merchant, units: 6 }, { as: account })
  // An overdrawn account would disturb other checks.
  if (isSuccess(await overdraft)) await fund(context, account, 1)
  await overdraft.expectRefusal(402, 'INSUFFICIENT_FUNDS')
})

balance.clause('TRANSFER-09', 'balance below the amount by less than a unit', async context => {
  const { money, partner } = context
  const account = await context.account(5)
  const amount = fromMinorUnits(5n * money.step + 1n, money.currency)
  const overdraft = context.transfer({ from: account, to: partner, amount }, { as: account })
  // An overdrawn account would disturb other checks.
  if (isSuccess(await overdraft)) await fund(context, account, 1)
  expectThat(!isSuccess(await overdraft), 'a balance below the amount is enough', {
    expected: `a refusal of ${amount}: the account holds ${money.amount(5)}`,
    actual: summary(await overdraft),
  })
})

balance.clause('TRANSFER-09', 'balance below the amount of a transfer to its own account', async context => {
  const account = await context.account(5)
  const response = await context.transfer({ from: account, to: account, units: 6 }, { as: account })
  // A gateway may refuse any transfer from an account to itself, with any code.
  expectThat(!isSuccess(response), 'a balance below the amount is enough for a transfer to the account itself', {
    expected: `a refusal of ${context.money.amount(6)}: the account holds ${context.money.amount(5)}`,
    actual: summary(response),
  })
})
