import { describe, expect, test } from 'vitest'
import { countingIds, knownFailuresIn } from './known-failing.ts'

const now = new Date('2026-11-22T12:00:00Z')
const read = (text: string, path = 'known') => knownFailuresIn(text, path, { checkIds: ['checkout/one'], now })
const listed = async (text: string, path?: string) => (await read(text, path)).map(({ id, at }) => `${at} ${id}`)

describe('a file of known failures', () => {
  test.each([
    ['lines', '# first\n\nAUTH-01\ncheckout/one # until then\n', ['known:3 AUTH-01', 'known:4 checkout/one']],
    ['a JSON array', '["AUTH-01",\n "checkout/one"]', ['known:1 AUTH-01', 'known:2 checkout/one']],
    [
      'JSON entries, with tabs',
      '{\n\t"known": [\n\t\t{ "clause": "AUTH-01", "reason": "a" },\n\t\t{\n\t\t\t"check": "checkout/one",\n\t\t\t"reason": "b"\n\t\t}\n\t]\n}',
      ['known:3 AUTH-01', 'known:4 checkout/one'],
    ],
    [
      'YAML',
      '# first\n- AUTH-01\n- check: checkout/one\n  reason: slow\n- { clause: AUTH-02, reason: x }\n',
      ['known:2 AUTH-01', 'known:3 checkout/one', 'known:5 AUTH-02'],
    ],
    ['YAML with a name', '$schema: a\nknown:\n  - clause: AUTH-01\n    reason: x\n', ['known:3 AUTH-01']],
    ['YAML with Windows line ends', '- AUTH-01\r\n- AUTH-02\r\n', ['known:1 AUTH-01', 'known:2 AUTH-02']],
    ['nothing', '', []],
    ['comments', '# none\n', []],
    ['an empty list', 'known: []\n', []],
  ])('as %s', async (_, text, found) => expect(await listed(text)).toEqual(found))

  test('YAML of one line by the name of the file', async () =>
    expect(await listed('[AUTH-01, checkout/one]', 'known.yaml')).toEqual([
      'known.yaml:1 AUTH-01',
      'known.yaml:1 checkout/one',
    ]))

  test('an entry counts until the end of the day on which it expires', async () => {
    const entry = (clause: string, expires: string) => `- clause: ${clause}\n  reason: x\n  expires: ${expires}\n`
    const entries = await read(entry('AUTH-01', '2026-11-22') + entry('AUTH-02', '2026-11-21'))
    expect(entries.map(({ isExpired }) => isExpired)).toEqual([false, true])
    expect(countingIds(entries)).toEqual(['AUTH-01'])
  })

  test('keeps the text of an entry', async () => {
    const said = { reason: 'a # b', link: 'https://tracker.example/1', owner: 'payments', expires: '2027-01-31' }
    expect(await read(JSON.stringify([{ clause: 'AUTH-01', ...said }]))).toEqual([
      { id: 'AUTH-01', at: 'known:1', isExpired: false, ...said },
    ])
  })

  test.each([
    ['- clause: AUTH-01\n', /^known:1: reason is required/],
    ['- AUTH-01\n- clause: AUTH-01\n  reason: x\n  until: 2027\n', /^known:2: until is not a known member/],
    ['- clause: AUTH-01\n  reason: x\n  expires: soon\n', /^known:1: expires must be a valid date/],
    ['- reason: x\n', /^known:1: an entry names either a clause or a check/],
    ['- clause: AUTH-01\n  check: checkout/one\n  reason: x\n', /names either a clause or a check/],
    ['- clause: checkout/one\n  reason: x\n', /^known:1: "checkout\/one" is neither a clause nor a check/],
    ['AUTH-01\nAUHT-02', /^known:2: "AUHT-02" is neither a clause nor a check/],
    ['- clause: AUTH-01\n  clause: AUTH-02\n', /^known:2 is not YAML: Map keys must be unique/],
    ['["AUTH-01",]', /^known is not JSON: line 1/],
    ['{"known": "AUTH-01"}', /^known is not a list/],
    ['known: [AUTH-01]\nmore: 1', /^known: "more" is not a known member/],
    ['a: &a [x, x]\nb: &b [*a, *a, *a]\nc: &c [*b, *b, *b, *b]\nd: [*c, *c, *c, *c, *c, *c]', /^known is not a list/],
    ['- null\n', /^known:1: the entry must be string or object/],
    ['- AUTH-01\n---\n- AUTH-02\n', /^known:\d+ is not YAML/],
  ])('%j is wrong usage, with its line', async (text, message) => {
    await expect(read(text)).rejects.toThrow(message)
    await expect(read(text)).rejects.toHaveProperty('name', 'UsageError')
  })
})
