import { describe, expect, test } from 'vitest'
import { createNames } from './fresh-names.ts'

const challenge = '0123456789abcdef0123'

describe('the names of a run', () => {
  test('contain the challenge, and differ', () => {
    const { usual } = createNames(challenge)
    expect([usual('order'), usual('ref')]).toEqual([`order-${challenge}-00001`, `ref-${challenge}-00002`])
    expect(usual('order')).toHaveLength(32)
  })

  test('contain the mark of the run, however plain they are', () => {
    const { usual, plain, mark } = createNames(challenge)
    for (const name of [usual('order'), plain('order'), plain('memo')]) expect(name).toContain(mark)
  })

  test('are UUIDs that differ from their first characters if they are nonces', () => {
    const { usual } = createNames(challenge)
    expect([usual('n'), usual('n')]).toEqual([
      '00000001-0123-4456-a789-abcdef012300',
      '00000002-0123-4456-a789-abcdef012300',
    ])
  })

  test('are 16 letters and digits if they are plain, and differ from the others', () => {
    const { usual, plain } = createNames(challenge)
    expect([usual('order'), plain('order'), plain('ref')]).toEqual([
      `order-${challenge}-00001`,
      'ord0123456700002',
      'ref0123456700003',
    ])
  })

  test('are unchanged in nonces and memos, however plain the others are', () => {
    const { plain } = createNames(challenge)
    expect([plain('n'), plain('memo')]).toEqual(['00000001-0123-4456-a789-abcdef012300', `memo-${challenge}-00002`])
  })

  test('have the same length, and differ, however many there are', () => {
    const { usual } = createNames(challenge)
    const names = Array.from({ length: 100_003 }, () => usual('order'))
    expect(new Set(names).size).toBe(names.length)
    expect(new Set(names.map(({ length }) => length))).toEqual(new Set([32]))
    expect(names.slice(-2)).toEqual([`order-${challenge}-a0002`, `order-${challenge}-a0003`])
  })
})
