import { expect, test } from 'vitest'
import { isNamedIn } from './notifications.ts'

test.each([
  ['{"reference":"order-1f2e-12"}', true],
  ['order-1f2e-12', true],
  ['{"a":"order-1f2e-120","b":"order-1f2e-12"}', true],
  ['order-1f2e-12-late', true],
  ['{"reference":"order-1f2e-120"}', false],
  ['order-1f2e-1', false],
  ['', false],
])('order-1f2e-12 in %s: %s', (text, isNamed) => {
  expect(isNamedIn(text, 'order-1f2e-12')).toBe(isNamed)
})
