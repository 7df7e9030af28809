import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { fromMinorUnits, isSameAmount } from '../../../protocol/amount.ts'
import { exponentOf } from '../../../protocol/currency.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { fund, spend } from '../../support/gateway/transfer/accounts.ts'
import { imperceptiblyMore } from '../../support/gateway/transfer/binary-amounts.ts'
import { expectWholeBalanceSpendable } from '../../support/gateway/transfer/whole-balance.ts'

/** A balance below the amount is refused, an equal one is enough. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-balance', roles: ['gateway'], operations: ['transfer.create'] })

clause('TRANSFER-09', 'balance below by less than a binary fraction tells', async context => {
  const account = await context.account(5)
  const amount = imperceptiblyMore(context.money.amount(5))
  const response = await context.transfer({ from: account, to: context.partner, amount }, { as: account })
  const proven = textOf(memberOf(memberOf(response.json, 'proof'), 'amount'))
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
    // In a used account a unit that can never be spent cannot be seen from outside.
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
  { long: true, firstLook: true },
)

clause('TRANSFER-09', 'balance of accounts that hold nothing', async context => {
  const { money, run } = context
  const account = await context.account(0)
  await context
    .transfer({ from: account, to: context.partner }, { as: account })
    .expectRefusal(402, 'INSUFFICIENT_FUNDS')
  // An account that is always overdrawn by a unit looks empty as soon as it was.
  expectThat(!run.isOverdrawnByUnit, 'accounts that hold nothing pay a unit', {
    expected: `402 from each purse before anything is paid in: it is provisioned with ${money.amount(0)}`,
    actual: `each purse paid ${money.amount(1)} in the preflight, and no second time`,
  })
})

/** Returns pairs of which the smaller number begins with the greater digit, in minor units: 9 and 10, and 9.00 and 10.00. */
const digitPairs = (currency: string): [less: number, more: number][] =>
  [...new Set([0, exponentOf(currency) ?? 0])].map(zeros => [9 * 10 ** zeros, 10 ** (zeros + 1)])

/** Pays nine or nine hundred units in: one by one, or by the hundred, where the balance of the treasury is compared wrongly, too. */
const fundNine = async (context: CheckContext, account: Actor, units: number): Promise<void> => {
  if (isSuccess(await fund(context, account, units))) return
  for (let part = 0; part < 9; part++) await fund(context, account, units / 9).asControl()
}

clause(
  'TRANSFER-09',
  'balance and amount of another number of digits',
  async context => {
    const account = await context.account(0)
    for (const [less, more] of digitPairs(context.money.currency).filter(([, units]) => units <= context.money.most)) {
      await context.empty(account)
      await fundNine(context, account, less)
      await context.arrived()
      const overdraft = spend(context, account, more)
      // What was overdrawn is paid back, so that the check can be repeated.
      if (isSuccess(await overdraft)) await fund(context, account, more - less)
      await overdraft.expectRefusal(402, 'INSUFFICIENT_FUNDS')
      await fund(context, account, more - less).asControl()
      await context.arrived()
      await spend(context, account, less).expectProcessed()
    }
  },
  { long: true },
)

clause('TRANSFER-09', 'balance below the amount of a transfer to a merchant', async context => {
  const { merchant } = context
  const account = await context.account(5)
  const overdraft = context.transfer({ from: account, to: merchant, units: 6 }, { as: account })
  // An overdrawn account would disturb other checks.
  if (isSuccess(await overdraft)) await fund(context, account, 1)
  await overdraft.expectRefusal(402, 'INSUFFICIENT_FUNDS')
})

clause('TRANSFER-09', 'balance below the amount by less than a unit', async context => {
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

clause('TRANSFER-09', 'balance below the amount of a transfer to its own account', async context => {
  const account = await context.account(5)
  const response = await context.transfer({ from: account, to: account, units: 6 }, { as: account })
  // A gateway may refuse any transfer from an account to itself, with a code of its own.
  expectThat(!isSuccess(response), 'a balance below the amount is enough for a transfer to the account itself', {
    expected: `a refusal of ${context.money.amount(6)}: the account holds ${context.money.amount(5)}`,
    actual: summary(response),
  })
})
