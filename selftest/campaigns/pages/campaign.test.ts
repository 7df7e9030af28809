import { expect, test } from 'vitest'
import { readOptions, usage } from './campaign.ts'

test('without options, everything is run by one process', () =>
  expect(readOptions([])).toEqual({ lanes: 1, isFresh: false, isOfAnySources: false, isDocument: false }))

test('a selection is read', () =>
  expect(readOptions(['--mutants', '--role', 'kyc', '--name', 'state', '--jobs', '2', '--fresh'])).toEqual({
    task: 'mutant',
    roles: ['kyc'],
    name: 'state',
    lanes: 2,
    isFresh: true,
    isOfAnySources: false,
    isDocument: false,
  }))

test('mutants and variants together are everything', () =>
  expect(readOptions(['--mutants', '--variants'])).not.toHaveProperty('task'))

test.each([
  [['--role', 'merchant'], /--role merchant: give one of gateway, kyc/],
  [['--jobs', '0'], /--jobs 0: give a number from 1/],
  [['--slowly'], /--slowly/],
])('%j is refused with the possible values', (args, message) => expect(() => readOptions(args)).toThrow(message))

test('the help names every option', () => {
  const options = ['mutants', 'variants', 'role', 'name', 'jobs', 'fresh', 'results', 'document']
  expect(options.filter(name => !usage.includes(`--${name}`))).toEqual([])
})
