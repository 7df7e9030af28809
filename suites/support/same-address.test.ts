import { expect, test } from 'vitest'
import { isSameAddress } from './same-address.ts'

test('an address may gain members, but not lose any', () => {
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

test('the values of a name keep their order, but names need not', () => {
  const expected = 'https://shop.example/done?a=2&b=1&a=1'
  expect(isSameAddress('https://shop.example/done?b=1&a=2&status=x&a=1', expected)).toBe(true)
  for (const query of ['a=1&a=2&b=1', 'a=2&b=1', 'a=2&a=2&b=1'])
    expect(isSameAddress(`https://shop.example/done?${query}`, expected)).toBe(false)
})

test('unnecessary escapes do not change a path', () => {
  expect(isSameAddress('https://shop.example/%7Ea/%c3%a9', 'https://shop.example/~%61/%C3%A9')).toBe(true)
  for (const path of ['/a/b', '/a%252Fb', '/a%2fb/'])
    expect(isSameAddress(`https://shop.example${path}`, 'https://shop.example/a%2Fb')).toBe(false)
})
