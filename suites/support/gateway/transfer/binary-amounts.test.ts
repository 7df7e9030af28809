import { expect, test } from 'vitest'
import { moneyOf } from '../../../../harness/money.ts'
import { isSameAmount } from '../../../../protocol/amount.ts'
import { amountBeyondFractions, imperceptiblyMore, unitsThatFractionsCut } from './binary-amounts.ts'

test.for([
  ['USD', 100],
  ['KWD', 1000],
] as const)('a program that truncates binary fractions of %s loses a unit of each', ([currency, factor]) => {
  const { amount, most } = moneyOf(currency)
  const units = unitsThatFractionsCut({ amount, most })
  expect(units.length).toBeGreaterThan(4)
  const isLost = (unit: number) =>
    Math.trunc(Number(amount(unit)) * factor) !== unit ||
    Math.trunc(Math.fround(Math.fround(Number(amount(unit))) * factor)) !== unit
  expect(units.filter(unit => !isLost(unit))).toEqual([])
  expect(units.some(unit => Math.trunc(Number(amount(unit)) * factor) !== unit)).toBe(true)
})

test('a currency without minor digits loses nothing', () => {
  expect(unitsThatFractionsCut(moneyOf('JPY'))).toEqual([])
})

test.for(['10.00', '10'])('%s and an imperceptibly larger amount differ, but are the same binary fraction', amount => {
  expect(isSameAmount(amount, imperceptiblyMore(amount))).toBe(false)
  expect(Number(amount)).toBe(Number(imperceptiblyMore(amount)))
})

test.for(['USD', 'KWD', 'JPY'])('a binary fraction changes the amount of %s beyond its precision', currency => {
  const amount = amountBeyondFractions({ currency })
  expect(Number(amount).toFixed(amount.split('.')[1]?.length ?? 0)).not.toBe(amount)
})
