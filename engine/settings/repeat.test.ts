import { expect, test } from 'vitest'
import { repeatArguments, shellQuoted } from './repeat.ts'

const folder = '/work space/target'

test.each([
  [
    'a config in the folder',
    { options: {}, configPath: `${folder}/oc-conformance.config.json` },
    '--config oc-conformance.config.json',
  ],
  [
    'a config elsewhere, and what flags say',
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
  ['the reference', { options: {} }, '--reference'],
])('the run of %s starts again', (_, invocation, expected) => {
  expect(repeatArguments({ folder, ...invocation }).join(' ')).toBe(expected)
})

test('a file of keys is never repeated', () => {
  expect(repeatArguments({ folder, options: { sign: '/keys/report.key' } })).toEqual(['--reference'])
})

test.each([
  ['http://h:1/a', 'http://h:1/a'],
  ['a b', "'a b'"],
  ["it's", "'it'\\''s'"],
  ['$(x)', "'$(x)'"],
])('%s is quoted for a shell as %s', (argument, quoted) => {
  expect(shellQuoted(argument)).toBe(quoted)
})
