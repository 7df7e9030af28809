import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import {
  anyPastTimestamp,
  anyTimestamp,
  minorSamples,
  minorUnits,
  nearTimestamp,
  pastTimestampSamples,
  timestampSamples,
} from './numbers.ts'
import { isNotEmpty, scriptSamples, shownSamples, shownText, textOf, textSamples } from './texts.ts'

const now = 1_795_000_000

describe('texts', () => {
  test.for([
    ['any', textOf(), [...textSamples, ...scriptSamples]],
    ['shown', shownText, shownSamples],
  ] as const)('%s: each sample shrinks like a drawn text', ([, arbitrary, samples]) => {
    expect(samples.filter(sample => !arbitrary.canShrinkWithoutContext(sample))).toEqual([])
  })

  test('include the limits of storage, and characters that programs change on the way', () => {
    const lengths = textSamples.map(text => text.length)
    expect(lengths).toEqual(expect.arrayContaining([0, 1, 255, 256, 4096]))
    const has = (part: string) => textSamples.some(text => text.includes(part))
    expect(
      ['\u2028', '\\', '"', '\u0001', '😀', '\r\n', '”', '’', 'e\u0301', 'é', '日', 'ע'].filter(part => !has(part)),
    ).toEqual([])
    expect(textSamples.some(text => text !== text.trim())).toBe(true)
    expect(textSamples).toEqual(expect.arrayContaining(['0', '007', '1e3', 'true', 'null']))
  })

  test('are well formed, without NUL, and often not ASCII', () => {
    const drawn = fc.sample(textOf(), { numRuns: 500, seed: 1 })
    expect(drawn.filter(text => text.includes('\0') || !text.isWellFormed())).toEqual([])
    const isForeign = (text: string) => [...text].some(character => character > '\u007f')
    expect(drawn.filter(isForeign).length).toBeGreaterThan(200)
  })

  const smallest = (isRight: (text: string) => boolean, examples: string[] = []) =>
    fc.check(fc.property(textOf(), isRight), { seed: 1, numRuns: 2_000, examples: examples.map(text => [text]) })
      .counterexample?.[0]

  test.for([[], [...textSamples]])('shrink to the shortest length that reveals a fault', examples => {
    expect(smallest(text => text.length <= 160, examples)).toBe('x'.repeat(161))
  })

  test.for(['\u2028', 'é', '"', '😀', '日'])('shrink to %s, from a sample and from any text', letter => {
    expect(smallest(text => !text.includes(letter), [...scriptSamples])).toBe(letter)
    expect(smallest(text => !text.includes(letter))).toBe(letter)
  })

  test('have at most the accepted length, and only accepted contents', () => {
    const drawn = fc.sample(textOf({ most: 40, isTaken: isNotEmpty }), { numRuns: 500, seed: 1 })
    expect(drawn.filter(text => [...text].length > 40 * 8 || text === '')).toEqual([])
  })

  test('often look like a number', () => {
    const drawn = fc.sample(textOf(), { numRuns: 500, seed: 1 })
    const isOther = (text: string) => text.trim() !== '' && String(Number(text)) !== text && !Number.isNaN(Number(text))
    expect(drawn.filter(isOther).length).toBeGreaterThan(10)
  })

  test('for a page have no character that HTML changes or hides', () => {
    const drawn = fc.sample(shownText, { numRuns: 200, seed: 1 })
    expect([...shownSamples, ...drawn].filter(text => !/^[\p{L}\p{N}\p{So}]+$/u.test(text))).toEqual([])
  })
})

describe('numbers', () => {
  test('times are in the future, up to integer limits', () => {
    const asMilliseconds = (now - 86_400) * 1_000
    expect(timestampSamples(now)).toEqual([now + 5_400, asMilliseconds, 2 ** 31 - 1, 2 ** 31, 2 ** 32, 2 ** 53 - 1])
    expect(timestampSamples(2 ** 32)).toEqual([2 ** 32 + 5_400, (2 ** 32 - 86_400) * 1_000, 2 ** 53 - 1])
    expect(timestampSamples(now).every(time => anyTimestamp(now).canShrinkWithoutContext(time))).toBe(true)
    expect(fc.sample(nearTimestamp(now), { numRuns: 100, seed: 1 }).every(time => time > now)).toBe(true)
  })

  test('times are in the past, with every number of digits', () => {
    const samples = pastTimestampSamples(now)
    expect(samples).toEqual(expect.arrayContaining([0, 1, 9, 999_999_999, now - 3_600]))
    const drawn = fc.sample(anyPastTimestamp(now), { numRuns: 200, seed: 1 })
    expect([...samples, ...drawn].filter(time => time < 0 || time > now - 3_600)).toEqual([])
    expect(samples.every(time => anyPastTimestamp(now).canShrinkWithoutContext(time))).toBe(true)
  })

  test.for([
    [1n, 1n],
    [10n, 990n],
    [1n, 10_000n],
    [1n, 2n ** 53n - 1n],
  ] as const)('amounts stay between %s and %s', ([least, most]) => {
    const arbitrary = minorUnits(least, most)
    const samples = minorSamples(least, most)
    const values = [...samples, ...fc.sample(arbitrary, { numRuns: 200, seed: 1 })]
    expect(values.filter(minor => minor < least || minor > most)).toEqual([])
    expect(samples.every(minor => arbitrary.canShrinkWithoutContext(minor))).toBe(true)
    expect(samples).toEqual(expect.arrayContaining([least, most]))
  })

  test('amounts use every digit', () => {
    const drawn = fc.sample(minorUnits(1n, 9_999n), { numRuns: 200, seed: 1 })
    expect(drawn.filter(minor => minor % 10n !== 0n).length).toBeGreaterThan(150)
  })
})
