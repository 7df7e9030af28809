import { describe, expect, test } from 'vitest'
import { readOptions, usage } from './campaign.ts'

describe('the options of npm run field', () => {
  test('without any, everything is run by one process', () =>
    expect(readOptions([])).toEqual({
      lanes: 1,
      isFresh: false,
      isOfAnySources: false,
      isDocument: false,
      isLoad: false,
    }))

  test('a selection is read', () =>
    expect(
      readOptions([
        '--condition',
        'one worker',
        '--role',
        'kyc',
        '--mutants',
        '--seeds',
        '2',
        '--jobs',
        '4',
        '--fresh',
      ]),
    ).toEqual({
      conditions: ['one worker'],
      roles: ['kyc'],
      kind: 'mutants',
      seeds: 2,
      lanes: 4,
      isFresh: true,
      isOfAnySources: false,
      isDocument: false,
      isLoad: false,
    }))

  test('references and mutants together are everything', () =>
    expect(readOptions(['--references', '--mutants'])).not.toHaveProperty('kind'))

  test.each([
    [['--condition', 'nowhere'], /--condition nowhere: give one of far, jitter/],
    [['--role', 'bank'], /--role bank: give one of gateway, merchant, kyc/],
    [['--depth', 'deep'], /--depth deep: give one of quick/],
    [['--jobs', '0'], /--jobs 0: give a number from 1/],
    [['--slowly'], /--slowly/],
  ])('%j is refused with the possible values', (args, message) => expect(() => readOptions(args)).toThrow(message))

  test('the help names every option', () => {
    const options = [
      'condition',
      'role',
      'references',
      'mutants',
      'seeds',
      'depth',
      'jobs',
      'fresh',
      'results',
      'document',
      'load',
    ]
    expect(options.filter(name => !usage.includes(`--${name}`))).toEqual([])
  })
})
