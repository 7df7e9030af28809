import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, onTestFinished, test } from 'vitest'
import { faultIn, parseJson, readDocument } from './json-file.ts'

const secret = 'a'.repeat(64)

describe('a JSON file', () => {
  test.each([
    ['{\n  "a": 1,\n}', 'line 3, column 1'],
    ['{"a" 1}', 'line 1, column 6'],
    ['[1, 2', 'line 1, column 6'],
    ['{"a": tru}', 'line 1, column 7'],
    ['{\n  // no\n  "a": 1 }', 'line 2, column 3'],
    ['', 'line 1, column 1'],
    ['{} {}', 'line 1, column 4'],
    ['[01]', 'line 1, column 2'],
    [`{"privateKey": "${secret}"`, `line 1, column ${17 + 64 + 1}`],
  ])('%j is not JSON at its place', (text, place) => {
    expect(() => parseJson(text, 'x.json')).toThrow(`x.json is not JSON: ${place}.`)
  })

  test('a long string that is truncated is invalid where it ends', () => {
    const text = `{"a": "${'x'.repeat(12_000_000)}\\n`
    expect(() => parseJson(text, 'x.json')).toThrow('x.json is not JSON: line 1, column 7.')
  })

  test('its text is never quoted', () => {
    expect(() => parseJson(`{"privateKey": "${secret}", }`, 'x.json')).toThrow(
      expect.not.objectContaining({ message: expect.stringContaining(secret.slice(0, 8)) }),
    )
  })

  test('a member given twice is reported', () => {
    expect(() => parseJson('{"target": {"ocid": 1, "ocid": 2}}', 'x.json')).toThrow(
      'x.json: duplicate name at /target/ocid.',
    )
  })

  test('for anything that JSON.parse accepts, the position found is the end of the text', () => {
    fc.assert(
      fc.property(fc.json(), fc.constantFrom('', ' ', '\n\t'), (json, blank) => {
        expect(faultIn(blank + json + blank)).toBe((blank + json + blank).length)
      }),
    )
  })

  test('for anything that JSON.parse refuses, it is before the end, or the text ends too early', () => {
    fc.assert(
      fc.property(fc.json(), fc.nat(), fc.constantFrom('', ',', ':', '}', ']', '"', 'x', '0'), (json, at, spoil) => {
        const text = json.slice(0, at % (json.length + 1)) + spoil + json.slice(at % (json.length + 1))
        const parses = (() => {
          try {
            JSON.parse(text)
            return true
          } catch {
            return false
          }
        })()
        if (parses) expect(faultIn(text)).toBe(text.length)
        else expect(() => parseJson(text, 'x')).toThrow(/is not JSON: line \d+, column \d+/)
      }),
    )
  })

  test.each(['[', '{"a":'])('endless %s is refused, without deep recursion', text => {
    expect(() => parseJson(text.repeat(1_000_000), 'x')).toThrow(/is not JSON: line 1, column \d+/)
  })

  test('a document that does not fit its schema names the member', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'oc-'))
    onTestFinished(() => rm(folder, { recursive: true, force: true }))
    const path = join(folder, 'profile.json')
    await writeFile(path, '{"bodyLimit": "big", "speed": 1}')
    await expect(readDocument('profile', path, 'the profile')).rejects.toThrow(
      /\/speed is not a known member .*\/bodyLimit must be integer/,
    )
  })
})
