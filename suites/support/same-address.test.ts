import { expect, test } from 'vitest'
import { isSameAddress } from './same-address.ts'

test('an address may gain members, and lose none', () => {
  const expected = 'https://shop.example/done?visit=1'
  expect(isSameAddress('https://shop.example/done?visit=1&txid=2#x', expected)).toBe(true)
  for (const other of [
    undefined,
    'https://shop.example/done',
    'https://shop.example/cancelled?visit=1',
    'javascript:1',
  ])
    expect(isSameAddress(other, expected)).toBe(false)
})
