import { expect, test } from 'vitest'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { subsetsOf } from '../subsets.ts'
import { decisionGranting, listIn } from './consent-flow.ts'
import { isAdmitted, isRedirectToCallback, pathOf, permissions } from './grant-request.ts'

const response = (status: number, headers: Record<string, string> = {}, json?: object): HttpResponse =>
  ({
    status,
    headers: Object.entries(headers),
    json,
    url: 'https://kyc.example/kyc/grant/7001',
  }) as unknown as HttpResponse

const request = {
  ocid: 7001,
  grants: 'name,id_card',
  user_ocid: '8001',
  callback_url: 'https://a.example/?b=1&c',
  state: 'é +',
}

test('a request is written as a query that every reader of queries reads the same way', () => {
  const path = pathOf(request)
  expect(path).toBe(
    '/kyc/grant/7001?grants=name,id_card&user_ocid=8001&callback_url=https%3A%2F%2Fa.example%2F%3Fb%3D1%26c&state=%C3%A9%20%2B',
  )
  expect(Object.fromEntries(new URLSearchParams(path.split('?')[1]))).toEqual({
    grants: 'name,id_card',
    user_ocid: '8001',
    callback_url: request.callback_url,
    state: request.state,
  })
  expect(pathOf({ ...request, state: undefined })).not.toContain('state')
})

test.each([
  ['https://a.example/callback', 'https://a.example/callback?error=1', true],
  ['https://a.example/callback', 'https://A.example/elsewhere', true],
  ['javascript:alert(1)', 'javascript:alert(1)?error=1', true],
  ['//a.example/callback', '//a.example/callback?error=1', true],
  ['/callback', '/callback?error=1', true],
  ['/callback', '/consent/1', false],
  ['https://a.example/callback', '/consent/1?to=https://a.example/callback', false],
  ['', '/consent/1', false],
])('%s is where %s leads: %s', (callback, location, is) => {
  expect(isRedirectToCallback(response(302, { location }), callback)).toBe(is)
})

test('a redirect or a page means that a request was accepted, unless it contains an error', () => {
  expect(isAdmitted(response(302, { location: '/consent/1' }))).toBe(true)
  expect(isAdmitted(response(200))).toBe(true)
  expect(isAdmitted(response(200, {}, { error: { code: 'INVALID_GRANT' } }))).toBe(false)
  expect(isAdmitted(response(400))).toBe(false)
})

test('every decision about five permissions', () => {
  const decisions = subsetsOf(permissions)
  expect(decisions).toHaveLength(32)
  expect(new Set(decisions.map(String)).size).toBe(32)
  expect(decisionGranting(['a', 'b', 'c'], ['b'])).toEqual({ granted: ['b'], denied: ['a', 'c'] })
  expect(listIn(new URLSearchParams('grants=a,b'), 'grants')).toEqual(['a', 'b'])
  expect(listIn(new URLSearchParams(''), 'denied')).toBeUndefined()
})
