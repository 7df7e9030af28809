import { expect, test } from 'vitest'
import type { CheckContext } from '../../harness/context.ts'
import { overdraftFindings, withdrawEach } from './purses.ts'

/** A gateway whose purses hold `balances` units, and can be overdrawn by `overdraft`. */
const contextOf = (balances: readonly number[], overdraft = 0): CheckContext => {
  const left = new Map(balances.map((units, at) => [`purse${at + 1}`, units + overdraft]))
  const transfer = async (_: object, { as }: { as: { id: string } }) => {
    const units = left.get(as.id) ?? 0
    if (units > 0) left.set(as.id, units - 1)
    return units > 0 ? { status: 200 } : { status: 402 }
  }
  const identities = Object.fromEntries([...left.keys(), 'partner'].map(id => [id, { id }]))
  return { run: { identities }, transfer } as unknown as CheckContext
}

const findingsOf = async (balances: readonly number[], overdraft?: number) => {
  const context = contextOf(balances, overdraft)
  return await overdraftFindings(context, await withdrawEach(context))
}

test('one unit from each purse, but not a second one, is an overdraft', async () => {
  expect(await findingsOf([0, 0, 0, 0], 1)).toEqual({ findings: [], isOverdrawnByUnit: true })
})

test('empty purses, one that holds money, and two purses prove nothing', async () => {
  expect(await findingsOf([0, 0, 0, 0])).toEqual({ findings: [] })
  expect(await findingsOf([1, 0, 1, 1])).toEqual({ findings: [] })
  expect(await findingsOf([1, 1])).toEqual({ findings: [] })
})

test('purses that pay more may have been funded, which is a warning', async () => {
  const { findings, isOverdrawnByUnit } = await findingsOf([1000, 1000, 1000, 1000])
  expect(isOverdrawnByUnit).toBeUndefined()
  expect(findings).toMatchObject([{ name: 'purses', severity: 'warning', remedy: expect.stringContaining('zero') }])
})
