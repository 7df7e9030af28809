import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readOptions, usage } from './options.ts'

const common = { files: [], lanes: 1, isFresh: false, isOfAnySources: false, isDocument: false }

test('a record has everything, or a selection', () => {
  expect(readOptions(['--results', 'a'])).toEqual({ ...common, results: 'a' })
  const selection = ['--every', '10', '--times', '3', '--role', 'kyc', '--name', 'state', '--jobs', '3', '--fresh']
  expect(readOptions(['--results', 'a', ...selection])).toEqual({
    ...common,
    results: 'a',
    every: 10,
    times: 3,
    roles: ['kyc'],
    name: 'state',
    lanes: 3,
    isFresh: true,
  })
})

test('two files are compared; files after --noise show noise', () => {
  const files = ['before', 'after', 'second', 'first']
  expect(readOptions(['before', 'after', '--noise', 'first', 'second', '--differing', 'keys'])).toEqual({
    ...common,
    files,
    differing: 'keys',
  })
})

test('keys are read from a file', () => {
  const folder = mkdtempSync(join(tmpdir(), 'keys-'))
  try {
    writeFileSync(join(folder, 'keys'), 'kyc, a\ngateway, b\n')
    expect(readOptions(['--results', 'a', '--keys', join(folder, 'keys')]).keys).toEqual(['kyc, a', 'gateway, b'])
  } finally {
    rmSync(folder, { recursive: true })
  }
})

test.each([
  [[], /Give --results FILE, or the two files/],
  [['before', 'after', '--results', 'a'], /Give --results FILE, or the two files/],
  [['before'], /Give the two files to compare/],
  [['--results', 'a', '--every', '0'], /--every 0: give a number from 1/],
  [['--results', 'a', '--role', 'bank'], /--role bank: give one of gateway, merchant, kyc/],
])('%j is refused with the possible values', (args, message) => expect(() => readOptions(args)).toThrow(message))

test('the help names every option', () => {
  const options = ['results', 'noise', 'every', 'role', 'name', 'keys', 'times', 'jobs', 'fresh', 'differing']
  expect(options.filter(name => !usage.includes(`--${name}`))).toEqual([])
})
