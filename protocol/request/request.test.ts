import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { rfc8785Writing } from '../json/canonical.ts'
import { referenceProfile } from '../profile.ts'
import { sha256Hex } from '../signature/hash.ts'
import { generatePrivateKey } from '../signature/keys.ts'
import { knownRequestForms } from './likely-request-forms.ts'
import { authenticationHeaders, canonicalRequest, type RequestParts, signRequest, verifyRequest } from './request.ts'
import { referenceRequestForm, templateVariables } from './request-form.ts'

const key = generatePrivateKey()
const parts: RequestParts = {
  method: 'POST',
  path: '/p/orders/create?x=1&y=2',
  base: '/p',
  ocid: '6001',
  timestamp: '1700000000',
  nonce: 'n-1',
  body: '{"b":1,"a":{"d":1,"c":2}}',
}
const written = (template: string): string => canonicalRequest(parts, { template })
const canonicalBody = '{"a":{"c":2,"d":1},"b":1}'

describe('a template', () => {
  test.each([
    ['${method} ${path}', 'POST /p/orders/create?x=1&y=2'],
    ['${pathname}|${query}', '/p/orders/create|x=1&y=2'],
    ['${pathBelowBase}|${pathnameBelowBase}', '/orders/create?x=1&y=2|/orders/create'],
    ['${url:path} ${url:method} ${url:unknown}', '%2Fp%2Forders%2Fcreate%3Fx%3D1%26y%3D2 POST ${url:unknown}'],
    ['${ocid}.${timestamp}.${nonce}', '6001.1700000000.n-1'],
    ['${body}', '{"b":1,"a":{"d":1,"c":2}}'],
    ['${bodyHash}', sha256Hex('{"b":1,"a":{"d":1,"c":2}}')],
    ['${bodyHashUpperCase}', sha256Hex('{"b":1,"a":{"d":1,"c":2}}').toUpperCase()],
    ['${bodyHashBase64}', Buffer.from(sha256Hex('{"b":1,"a":{"d":1,"c":2}}'), 'hex').toString('base64')],
    ['${canonicalBody}', canonicalBody],
    ['${canonicalBodyHash}', sha256Hex(canonicalBody)],
    ['${unknown}${toString}$method', '${unknown}${toString}$method'],
  ])('%s', (template, text) => expect(written(template)).toBe(text))

  test.each(templateVariables)('fills in %s, alone and percent-encoded', name => {
    expect(written(`\${${name}}`)).not.toContain('$')
    expect(written(`\${url:${name}}`)).not.toContain('$')
  })

  test('values are inserted unchanged, even if they look like variables', () => {
    const nonce = "${method}$&$1$'"
    expect(canonicalRequest({ ...parts, nonce }, { template: '${nonce}' })).toBe(nonce)
  })
})

test.each([
  ['', '/p/orders/create'],
  ['/', '/p/orders/create'],
  ['/p/', '/orders/create'],
  ['/p/orders', '/create'],
  ['/p/ord', '/p/orders/create'],
  ['/elsewhere', '/p/orders/create'],
])('the path below the base %j is %s', (base, below) => {
  const request = { ...parts, base, path: '/p/orders/create' }
  expect(canonicalRequest(request, { template: '${pathBelowBase}' })).toBe(below)
  expect(JSON.parse(canonicalRequest(request, { members: true, belowBase: true })).path).toBe(below)
})

test('the header has its own encoding if the dialect says so', () => {
  const dialect = {
    ...referenceProfile,
    signatureEncoding: 'der-hex',
    headerSignatureEncoding: 'compact-base64',
  } as const
  const signature = signRequest(parts, key, dialect)['X-OC-Signature']
  expect(signature).toMatch(/^[A-Za-z0-9+/]{86}==$/)
  expect(verifyRequest({ ...parts, signature }, { publicKey: key.publicKey, dialect })).toBe(true)
  const { headerSignatureEncoding: _, ...same } = dialect
  expect(verifyRequest({ ...parts, signature }, { publicKey: key.publicKey, dialect: same })).toBe(false)
})

describe('other forms', () => {
  test('canonical JSON of the body alone', () => {
    expect(canonicalRequest(parts, { body: true })).toBe(canonicalBody)
    expect(canonicalRequest(parts, { body: true }, { ...rfc8785Writing, canonicalJson: 'top-level' })).toBe(
      '{"a":{"d":1,"c":2},"b":1}',
    )
  })

  test('canonical JSON of the members only', () => {
    const carried = { ...parts, signature: 'x', more: 1 }
    expect(canonicalRequest(carried, { members: true })).toBe(
      `{"body":${canonicalBody},"method":"POST","nonce":"n-1","ocid":"6001","path":"/p/orders/create?x=1&y=2","timestamp":"1700000000"}`,
    )
  })

  test.each(['{"a":', '', '{"a":"\\ud800"}', 'not json'])(
    'a body without canonical form, %j, is signed as it is',
    body => {
      expect(canonicalRequest({ ...parts, body }, { body: true })).toBe(body)
      expect(JSON.parse(canonicalRequest({ ...parts, body }, { members: true })).body).toBe(body)
    },
  )
})

test('an empty body is hashed as no bytes, and bytes are hashed as sent', () => {
  const hashOf = (body: Uint8Array | string): string =>
    canonicalRequest({ ...parts, body }, { template: '${bodyHash}' })
  expect(hashOf('')).toBe('e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855')
  expect(hashOf(Uint8Array.of(0xff, 0xfe))).toBe(sha256Hex(Uint8Array.of(0xff, 0xfe)))
  expect(hashOf('\ufeff{}')).toBe(hashOf(Uint8Array.of(0xef, 0xbb, 0xbf, 0x7b, 0x7d)))
})

describe('known forms', () => {
  const forms = Object.entries(knownRequestForms())

  test('start with the reference, and all differ', () => {
    expect(forms[0]).toEqual(['reference', referenceRequestForm])
    const texts = forms.map(([, form]) => canonicalRequest(parts, form))
    expect(new Set(texts).size).toBe(forms.length)
    expect(forms.length).toBeGreaterThan(100)
  })

  test('each verifies its own signature; the signature of another form does not', () => {
    const reference = signRequest(parts, key, referenceProfile)['X-OC-Signature']
    for (const [name, form] of forms) {
      const dialect = { ...referenceProfile, canonicalRequest: form }
      const signature = signRequest(parts, key, dialect)['X-OC-Signature']
      const signer = { publicKey: key.publicKey, dialect }
      expect([name, verifyRequest({ ...parts, signature }, signer)]).toEqual([name, true])
      expect([name, verifyRequest({ ...parts, signature: reference }, signer)]).toEqual([name, name === 'reference'])
    }
  })
})

describe('the reference form', () => {
  const signer = { publicKey: key.publicKey, dialect: referenceProfile }
  const headers = signRequest(parts, key, referenceProfile)
  const signature = headers['X-OC-Signature']

  test('gives the four headers', () => {
    expect(Object.keys(headers)).toEqual([...authenticationHeaders])
    expect(verifyRequest({ ...parts, signature }, signer)).toBe(true)
  })

  test.each(['method', 'path', 'ocid', 'timestamp', 'nonce', 'body'] as const)('covers %s', part => {
    expect(verifyRequest({ ...parts, [part]: `${parts[part]}1`, signature }, signer)).toBe(false)
  })

  test('never throws for any parts', () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constant('\ud800'))
    const request = fc.record({ method: text, path: text, ocid: text, timestamp: text, nonce: text, body: text })
    fc.assert(
      fc.property(request, text, fc.constantFrom(...Object.values(knownRequestForms())), (any, publicKey, form) => {
        const dialect = { ...referenceProfile, canonicalRequest: form }
        expect(verifyRequest({ ...any, signature }, { publicKey, dialect })).toBe(false)
        expect(verifyRequest({ ...any, signature: publicKey }, { publicKey: key.publicKey, dialect })).toBe(false)
      }),
      { numRuns: 150 },
    )
  })
})
