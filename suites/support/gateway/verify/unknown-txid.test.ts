import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { unknownLike } from './unknown-txid.ts'

test('an unknown txid looks like a known one', () => {
  const known = randomUUID()
  const unknown = unknownLike(known)
  expect(unknown).not.toBe(known)
  expect(unknown).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
})

test('an unknown txid is beyond the value of any counter', () => {
  expect(Number(unknownLike('17'))).toBeGreaterThan(1_000_000)
})
