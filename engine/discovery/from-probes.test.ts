import { describe, expect, test } from 'vitest'
import { isOfBothAlphabets } from './from-probes.ts'

describe('isOfBothAlphabets', () => {
  test.for([
    ['compact-base64', 'AbC9==', true],
    ['compact-base64url', 'AbC9', true],
    ['compact-base64', 'Ab+9==', false],
    ['compact-base64', 'Ab/9==', false],
    ['compact-base64url', 'Ab-9', false],
    ['compact-base64url', 'Ab_9', false],
    ['compact-hex', 'ab09', false],
    ['der-base64', 'AbC9==', true],
    ['der-base64url', 'Ab-9', false],
    ['der-hex', 'abc9', false],
  ] as const)('a signature in %s: %s', ([encoding, signature, expected]) => {
    expect(isOfBothAlphabets(signature, encoding)).toBe(expected)
  })
})
