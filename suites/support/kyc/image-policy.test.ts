import { expect, test } from 'vitest'
import { mayLoad } from './image-policy.ts'

const icon = 'https://requester.example:8443/7001/icon.svg'

test.each<[policy: string, may: boolean]>([
  ["default-src 'none'", false],
  ["default-src 'none'; img-src https://requester.example:8443", true],
  ["default-src 'none'; IMG-SRC https://Requester.example:8443/7001/", true],
  ["default-src *; img-src 'none'", false],
  ["img-src 'self'", false],
  ['img-src *', true],
  ['img-src https:', true],
  ['img-src http:', true],
  ['img-src data:', false],
  ['img-src *.example:8443', true],
  ['img-src *.example', false],
  ['img-src requester.example:*', true],
  ['img-src http://requester.example:8443', true],
  ['img-src https://requester.example', false],
  ["script-src 'none'", true],
  ["frame-ancestors 'none', img-src 'none'", false],
  ['', true],
])('%s lets the icon in: %s', (policy, may) => {
  expect(mayLoad(icon, { url: 'https://kyc.example/consent/1', policies: [policy] })).toBe(may)
})

test('copies at the provider and in the page', () => {
  const at = (picture: string, policy: string) =>
    mayLoad(picture, { url: 'http://127.0.0.1:4012/consent/1', policies: [policy] })
  expect(at('/icons/7001', "default-src 'self'")).toBe(true)
  expect(at('data:image/png;base64,AA==', "default-src 'self'")).toBe(false)
  expect(at('data:image/png;base64,AA==', "default-src 'self'; img-src data:")).toBe(true)
  expect(at('http://[::1]:4900/icon.svg', 'img-src http://[::1]:4900')).toBe(true)
})

test('every policy counts', () => {
  expect(mayLoad(icon, { url: 'https://kyc.example/', policies: ['img-src *', "img-src 'self'"] })).toBe(false)
  expect(mayLoad(icon, { url: 'https://kyc.example/', policies: [] })).toBe(true)
})
