import fc, { type Arbitrary } from 'fast-check'
import type { CheckContext } from '../../../../harness/context.ts'
import { isSuccess, summary } from '../../../../harness/http/pending-response.ts'
import { type Series, type Step, step } from '../../../../harness/model.ts'
import { expectThat } from '../../../../harness/outcome.ts'
import type { Actor } from '../../../../harness/run-context.ts'
import { canSpend, fund, spendArrived } from './accounts.ts'
import { passLargeSum } from './plain-account.ts'

/** An account, and the units that it holds. Heading: POST /transfer/create. */
export type BalanceModel = { context: CheckContext; account: Actor; units: number }

/** Units in an account at the start of a series. */
const firstUnits = 100

const mostUnits = ({ money }: CheckContext): number => Number(money.most)

/** How often an account is emptied at most. */
const mostTimes = 3

/** Empties an account completely, and pays the first units in. */
export const startBalance = async (context: CheckContext, account: Actor): Promise<BalanceModel> => {
  for (let time = 0; time < mostTimes && (await context.empty(account)) > 0n; time++);
  await passLargeSum(context, account)
  const units = Math.min(firstUnits, mostUnits(context))
  await fund(context, account, units).asControl()
  await context.arrived()
  return { context, account, units }
}

/** Pays units out that the account holds. */
const payOut = async (model: BalanceModel, units: number): Promise<void> => {
  const { context, account } = model
  const { money } = context
  const response = await spendArrived(context, account, units)
  expectThat(isSuccess(response), 'money that is in an account cannot be paid out', {
    expected: `${money.amount(model.units)} in the account, of which ${money.amount(units)} can be paid out`,
    actual: summary(response),
  })
  model.units -= units
}

/** Tries to pay out more than the account holds. */
const expectNoMore = async ({ context, account, units }: BalanceModel, more: number): Promise<void> => {
  const { money } = context
  expectThat(!(await canSpend(context, account, units + more)), 'more can be paid out than is in an account', {
    expected: `${money.amount(units)} in the account, and a refusal`,
    actual: `${money.amount(units + more)} are paid out`,
  })
}

/** Fails the clause unless the account holds exactly the balance of the model: that much can be paid out, and no more. */
export const expectExactBalance = async (model: BalanceModel): Promise<void> => {
  await expectNoMore(model, 1)
  if (model.units > 0) await payOut(model, model.units)
  await expectNoMore(model, 1)
}

type Plan = Parameters<CheckContext['transfer']>[0]

/** A transfer that other clauses require to be refused: it must change nothing. If the target carries it out, so does the model. */
const tryTransfer = async (model: BalanceModel, plan: Omit<Plan, 'from'>, as: Actor): Promise<void> => {
  const { context, account } = model
  const response = await context.transfer({ ...plan, from: account, units: 1 }, { as })
  if (isSuccess(response)) model.units -= 1
}

/** Several transfers of the same amount, one by one. */
const burst = fc.record({ count: fc.integer({ min: 1, max: 9 }), units: fc.integer({ min: 1, max: 5 }) })

type Burst = { count: number; units: number }

const words = ({ count, units }: Burst): string =>
  `${count} ${count === 1 ? 'transfer' : 'transfers'} of ${units} ${units === 1 ? 'unit' : 'units'}`

const repeat = async (count: number, transfer: () => Promise<unknown>): Promise<void> => {
  for (let time = 0; time < count; time++) await transfer()
}

type MakeStep = (burst: Burst) => Step<BalanceModel>

/** The transfers of each step, and the function that makes a step of them. */
const bursts = new WeakMap<object, { burst: Burst; make: MakeStep }>()

const ofBurst =
  (make: MakeStep): MakeStep =>
  burst => {
    const made = make(burst)
    bursts.set(made, { burst, make })
    return made
  }

/** Returns one step for two equal transfers; undefined if they differ, or exceed the initial balance of the account. */
const joined = (one: object | undefined, other: object): Step<BalanceModel> | undefined => {
  const [first, second] = [one && bursts.get(one), bursts.get(other)]
  if (first?.make !== second?.make || first?.burst.units !== second?.burst.units || !first || !second) return undefined
  const { units } = first.burst
  const count = first.burst.count + second.burst.count
  return count * units <= firstUnits ? ofBurst(first.make)({ count, units }) : undefined
}

/** Merges consecutive equal transfers into one step, so that seven are not reported as four and three. */
export const joinBursts = (series: Series<BalanceModel>): Series<BalanceModel> => {
  const steps: Step<BalanceModel>[] = []
  for (const next of series) {
    const both = joined(steps.at(-1), next)
    if (both !== undefined) steps.pop()
    steps.push(both ?? next)
  }
  return steps
}

const paysOut: MakeStep = ({ count, units }) =>
  step(
    `${words({ count, units })} out of the account`,
    model => repeat(count, () => payOut(model, units)),
    model => count * units <= model.units,
  )

const paysIn: MakeStep = ({ count, units }) =>
  step(
    `${words({ count, units })} into the account`,
    model =>
      repeat(count, async () => {
        await fund(model.context, model.account, units).asControl()
        await model.context.arrived()
        model.units += units
      }),
    model => model.units + count * units <= mostUnits(model.context),
  )

/** From and to the same account: the document does not say whether that is refused (TRANSFER-15). It moves nothing. */
export const transferToItself = async ({ context, account }: BalanceModel, units: number): Promise<void> => {
  await context.transfer({ from: account, to: account, units }, { as: account })
  await context.arrived()
}

const paysItself = (units: number): Step<BalanceModel> =>
  step(
    `a transfer of ${units} of the account's units to itself`,
    model => transferToItself(model, units),
    model => units <= model.units,
  )

const refused: readonly Step<BalanceModel>[] = [
  step("another caller's transfer out of the account", model =>
    tryTransfer(model, { to: model.context.merchant }, model.context.partner),
  ),
  step('a transfer out of the account to an unassigned OCID', model =>
    tryTransfer(model, { to: model.context.nobody }, model.account),
  ),
]

/** Any transfer into or out of the account, accepted or refused. */
export const balanceStep: Arbitrary<Step<BalanceModel>> = fc.oneof(
  { weight: 5, arbitrary: burst.map(ofBurst(paysOut)) },
  { weight: 3, arbitrary: burst.map(ofBurst(paysIn)) },
  { weight: 2, arbitrary: fc.integer({ min: 1, max: 5 }).map(paysItself) },
  {
    weight: 2,
    arbitrary: fc
      .integer({ min: 1, max: 9 })
      .map(more =>
        step<BalanceModel>(`a transfer of ${more} more than the account holds`, model => expectNoMore(model, more)),
      ),
  },
  { weight: 2, arbitrary: fc.constantFrom(...refused) },
)
