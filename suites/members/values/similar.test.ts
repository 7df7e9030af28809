import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { otherOcids, similarOcids } from './similar-numbers.ts'
import { anyMutilation, type Mutilation, mutilated, mutilations, similarTexts } from './similar-texts.ts'

const txid = '3f1c9a52-7b1e-4c55-9b52-0d6f7a1c2e90'

describe('texts similar to another', () => {
  test('differ from it, except where they could mean the same', () => {
    const others = mutilations(txid).map(mutilation => mutilated(txid, mutilation))
    expect(others.filter(other => other === txid).length).toBe(1)
    expect(others.some(other => txid.startsWith(other) && other !== txid)).toBe(true)
    expect(others.some(other => txid.endsWith(other) && other !== txid)).toBe(true)
    expect(others.some(other => other.startsWith(txid) && other !== txid)).toBe(true)
    expect(mutilated('aBcDeFgHiJkLmNoPqRsTuV', { how: 'case', letters: 4 })).toBe('AbCdEfGhIjKlMnOpQrStUv')
    expect(mutilated('TX0000000017', { how: 'beginning', letters: 4 })).toBe('TX0000000017')
  })

  test('may be patterns that match it', () => {
    const of = (how: Mutilation['how']) => mutilated(txid, { how, letters: 4 })
    expect(of('any text')).toBe('3f1c9a52-7b1e-4c55-9b52-0d6f7a1c%')
    expect(of('any name')).toBe('3f1c9a52-7b1e-4c55-9b52-0d6f7a1c*')
    expect(of('any letters')).toBe('3f1c9a52-7b1e-4c55-9b52-0d6f7a1c____')
    expect(new RegExp(`^${of('pattern')}$`).test(txid)).toBe(true)
    expect(mutilated('42', { how: 'any name', letters: 4 })).toBe('4*')
  })

  test('are tried in every way, and shrink', () => {
    expect(new Set(mutilations(txid).map(({ how }) => how)).size).toBe(12)
    expect(mutilations(txid).filter(sample => !anyMutilation.canShrinkWithoutContext(sample)).length).toBeLessThan(2)
    const drawn = fc.sample(anyMutilation, { numRuns: 100, seed: 1 })
    expect(drawn.every(mutilation => mutilated(txid, mutilation) !== txid || mutilation.how === 'case')).toBe(true)
  })
})

test.for([1, 2001, 99_999_999])('numbers mistaken for %d are other integers', ocid => {
  const others = similarOcids(ocid)
  expect(new Set([ocid, ...others]).size).toBe(others.length + 1)
  expect(others.every(Number.isSafeInteger)).toBe(true)
  expect(others.some(other => other % 2 ** 32 === ocid)).toBe(true)
  expect(others.some(other => String(other).startsWith(String(ocid)))).toBe(true)
  expect(others.some(other => String(other).endsWith(String(ocid)))).toBe(true)
})

test('numbers that may belong to others are also parts of it', () => {
  const others = Object.values(otherOcids(2001))
  expect(others).toEqual(expect.arrayContaining([200, 1, ...similarOcids(2001)]))
  expect(others).not.toContain(2001)
  expect(Object.values(otherOcids(7))).not.toContain(0)
})

test('fewer numbers are mistaken for a very large one', () => {
  expect(similarOcids(2 ** 53 - 1)).toEqual([])
  expect(similarOcids(10 ** 14)).toHaveLength(3)
})

test.each(['n', 'order'])('numbers made from a fresh %s differ each time', kind => {
  const run = '0123456789abcdef0123'
  const fresh = ['00012', '00013', '00112'].map(count =>
    kind === 'n' ? `000${count}-0123-4456-a789-abcdef012300` : `order-${run}-${count}`,
  )
  const numbers = fresh.map(text => similarTexts(text, ['a number, with a zero before'])[0])
  expect(new Set(numbers).size).toBe(fresh.length)
  for (const number of numbers) expect(Number.isSafeInteger(Number(number))).toBe(true)
})
