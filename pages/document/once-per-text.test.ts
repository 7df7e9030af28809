import { expect, test } from 'vitest'
import { oncePerText } from './once-per-text.ts'

const counted = () => {
  const texts: string[] = []
  const compute = oncePerText(text => {
    texts.push(text.slice(0, 8))
    return text.length
  })
  return { texts, compute }
}

test('a short text is computed once', () => {
  const { texts, compute } = counted()
  expect([compute('a'), compute('bb'), compute('a')]).toEqual([1, 2, 1])
  expect(texts).toEqual(['a', 'bb'])
})

test('a long text is not kept', () => {
  const { texts, compute } = counted()
  const long = 'x'.repeat(301)
  expect([compute(long), compute(long)]).toEqual([301, 301])
  expect(texts).toHaveLength(2)
})

test('the number of kept texts is limited', () => {
  const { texts, compute } = counted()
  for (let at = 0; at < 3_000; at++) compute(`${at}`)
  compute('0')
  expect(texts).toHaveLength(3_001)
})
