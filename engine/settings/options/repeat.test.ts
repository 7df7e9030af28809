import { describe, expect, test } from 'vitest'
import { referenceProfile } from '../../../protocol/profile.ts'
import { repeatArguments, repeatCommand, repeatReference, signCommand } from './repeat.ts'

const folder = '/work space/target'

test.each([
  [
    'a config in the folder',
    { options: {}, configPath: `${folder}/oc-conformance.config.json` },
    '--config oc-conformance.config.json',
  ],
  [
    'a config elsewhere, and flags',
    {
      options: { environment: 'production', profile: `${folder}/der.json`, maxRps: 5, yesChangeState: true } as const,
      configPath: '/work space/g/config.json',
    },
    '--config ../g/config.json --profile der.json --environment production --max-rps 5 --yes-change-state',
  ],
  [
    'a base URL without a config',
    { options: { baseUrl: 'http://127.0.0.1:4010', role: 'kyc', ocid: 1003, profile: 'auto' } as const },
    'http://127.0.0.1:4010 --role kyc --ocid 1003 --profile auto',
  ],
  [
    'a counterpart at another address',
    { options: { baseUrl: 'http://h:1', listen: { host: '0.0.0.0', port: 5000 }, publicUrl: 'http://me:5000' } },
    'http://h:1 --listen 0.0.0.0:5000 --public-url http://me:5000',
  ],
  ['the reference', { options: {} }, '--reference'],
])('the run of %s starts again', (_, invocation, expected) => {
  expect(repeatArguments({ folder, ...invocation }).join(' ')).toBe(expected)
})

test('a file of keys is never repeated', () => {
  expect(repeatArguments({ folder, options: { sign: '/keys/report.key' } })).toEqual(['--reference'])
})

test('a run of the reference is repeated with its role and its other options', () => {
  const given = ['--reference', '--role', 'kyc', '--profile', 'der.json', '--environment', 'test']
  expect(repeatReference(given, 'gateway', 'production').join(' ')).toBe(
    '--reference --profile der.json --role gateway --environment production',
  )
})

describe('the command that repeats a check', () => {
  const run = {
    seed: 7,
    depth: 'quick',
    only: 'checkout/expired',
    folder,
    reportDir: `${folder}/conformance-report`,
  } as const

  test('has its seed and depth, and leaves the report of the run alone', () => {
    expect(repeatCommand({ ...run, repeat: ['http://h:1/a', '--role', 'kyc'] })).toBe(
      'oc-conformance run http://h:1/a --role kyc --only checkout/expired --seed 7 --depth quick --report conformance-report/repeat',
    )
  })

  test('repeats a repetition in the same folder, with the program as it was started', () => {
    const again = { ...run, command: 'npx node bin.ts', reportDir: `${folder}/out/repeat` }
    expect(repeatCommand({ ...again, repeat: ['--reference'] })).toBe(
      'npx node bin.ts run --reference --only checkout/expired --seed 7 --depth quick --report out/repeat',
    )
  })

  test.each([
    ['http://h:1/a', 'http://h:1/a'],
    ['a b', "'a b'"],
    ["it's", "'it'\\''s'"],
    ['$(x)', "'$(x)'"],
  ])('quotes %s for a shell as %s', (argument, quoted) => {
    expect(repeatCommand({ ...run, repeat: ['--config', argument] })).toContain(`run --config ${quoted} --only`)
  })
})

describe('the command that signs a request of a run again', () => {
  const run = { folder, reportDir: `${folder}/out`, repeat: ['--config', 'a config.json'], profile: 'auto' as const }
  const found = { ...referenceProfile, signatureEncoding: 'der-hex' as const }

  test('names the config', () =>
    expect(signCommand(run, referenceProfile)).toBe("oc-conformance sign --config 'a config.json'"))

  test('names the report, if the run discovered how the target signs', () =>
    expect(signCommand({ ...run, command: 'npx oc-conformance' }, found)).toBe(
      "npx oc-conformance sign --config 'a config.json' --profile out/report.json",
    ))

  test('names the profile that was given', () =>
    expect(signCommand({ ...run, profile: found, repeat: [...run.repeat, '--profile', 'der.json'] }, found)).toMatch(
      / --profile der\.json$/,
    ))

  test('is absent if no config holds the keys', () =>
    expect(signCommand({ ...run, repeat: ['--reference'] }, referenceProfile)).toBeUndefined())
})
