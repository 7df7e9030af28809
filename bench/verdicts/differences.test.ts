import { expect, test } from 'vitest'
import type { Report } from '../../schemas/messages.ts'
import { differencesIn, outcomesIn } from './differences.ts'

const report = (checks: object[]) => ({ checks: checks as Report['checks'] })

test('seconds do not count, but other observations do', () => {
  const observed = (value: unknown) =>
    outcomesIn(report([{ id: 'a', verdict: 'observed', observations: [{ value, check: 'a', clause: 'META-14' }] }]))
  expect(observed({ seconds: 2.5 })).toEqual(observed({ seconds: 3 }))
  expect(observed('after 2 s')).toEqual(observed('after 31 s'))
  expect(observed('repeated')).not.toEqual(observed('not repeated'))
})

test('names each check with another outcome, with the number of seeds', () => {
  const ends = (a: string, b?: string) => new Map([['a', a], ...(b === undefined ? [] : [['b', b] as const])])
  const pairs = [
    { before: ends('pass', 'pass'), after: ends('pass', 'fail') },
    { before: ends('pass', 'pass'), after: ends('pass', 'fail') },
    { before: ends('pass'), after: ends('pass', 'pass') },
  ]
  expect(differencesIn(pairs)).toEqual([
    { check: 'b', before: 'pass', after: 'fail', count: 2 },
    { check: 'b', before: 'no check', after: 'pass', count: 1 },
  ])
})
