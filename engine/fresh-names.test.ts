import { describe, expect, test } from 'vitest'
import { createNames } from './fresh-names.ts'

const challenge = '0123456789abcdef0123'

describe('the names of a run', () => {
  test('hold the challenge, and differ', () => {
    const { usual } = createNames(challenge)
    expect([usual('order'), usual('ref')]).toEqual([`order-${challenge}-00001`, `ref-${challenge}-00002`])
    expect(usual('order')).toHaveLength(32)
  })

  test('differ from their first character on where they are nonces', () => {
    expect(createNames(challenge).usual('n')).toBe(`00001-${challenge}-n`)
  })

  test('are 16 letters and digits where they are plain, and differ from the others', () => {
    const { usual, plain } = createNames(challenge)
    expect([usual('order'), plain('order'), plain('ref')]).toEqual([
      `order-${challenge}-00001`,
      'ord0123456700002',
      'ref0123456700003',
    ])
  })

  test('hold the challenge in nonces, however plain the others are', () => {
    expect(createNames(challenge).plain('n')).toBe(`00001-${challenge}-n`)
  })
})
