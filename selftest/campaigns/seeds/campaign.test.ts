import { expect, test } from 'vitest'
import { readOptions, usage } from './campaign.ts'

test('without options, everything is run by one process', () =>
  expect(readOptions([])).toEqual({ lanes: 1, isFresh: false, isOfAnySources: false, isDocument: false }))

test('a selection is read', () =>
  expect(readOptions(['--alarms', '--role', 'kyc', '--name', 'state', '--seeds', '2', '--depth', 'quick'])).toEqual({
    task: 'alarms',
    roles: ['kyc'],
    name: 'state',
    seeds: 2,
    depth: 'quick',
    lanes: 1,
    isFresh: false,
    isOfAnySources: false,
    isDocument: false,
  }))

test('faults and alarms together are everything', () =>
  expect(readOptions(['--faults', '--alarms'])).not.toHaveProperty('task'))

test.each([
  [['--role', 'bank'], /--role bank: give one of gateway, merchant, kyc/],
  [['--depth', 'thorough'], /--depth thorough: give one of quick, standard/],
  [['--seeds', '0'], /--seeds 0: give a number from 1/],
  [['--slowly'], /--slowly/],
])('%j is refused with the possible values', (args, message) => expect(() => readOptions(args)).toThrow(message))

test('the help names every option', () => {
  const options = [
    'faults',
    'alarms',
    'role',
    'name',
    'seeds',
    'depth',
    'jobs',
    'fresh',
    'results',
    'any-sources',
    'document',
  ]
  expect(options.filter(name => !usage.includes(`--${name}`))).toEqual([])
})
