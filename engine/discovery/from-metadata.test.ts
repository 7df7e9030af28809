import { describe, expect, test } from 'vitest'
import {
  type CanonicalForm,
  type CanonicalWriting,
  canonicalForms,
  canonicalWritings,
} from '../../protocol/json/canonical.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { encodingsOf, type SignatureEncoding, signatureEncodings } from '../../protocol/signature/signature.ts'
import { dialectFromMetadata, type MetadataDialect, versionFromMetadata } from './from-metadata.ts'

const config = {
  endpoint: 'https://pay.example',
  capabilities: ['b', 'a'],
  settlement: { currencies: ['USD'], accepts: [1] },
}

const documentOf = (changes: object, published: object = config) =>
  metadataDocument({ name: 'x', config: { ...config, ...published } }, generatePrivateKey(), {
    ...referenceProfile,
    ...changes,
  })

/** Returns a document whose signature is not the same text in another encoding of Base64: one in ten has no character that differs. */
const clearlyIn = (changes: { signatureEncoding: SignatureEncoding; canonicalJson: CanonicalForm }) => {
  for (;;) {
    const document = documentOf(changes)
    const encodings = encodingsOf(document.signature)
    if (encodings.length === 1 || !changes.signatureEncoding.includes('base64')) return document
  }
}

const formsOf = (dialect: MetadataDialect | undefined) => [
  ...new Set(dialect?.writings.map(({ canonicalJson }) => canonicalJson)),
]

const isOpen = (dialect: MetadataDialect | undefined) => (dialect?.otherEncodings.length ?? 0) > 0

const isWithSlash = ({ canonicalEscapes }: CanonicalWriting) => canonicalEscapes.includes('slash')

describe('the forms that follow from the signature of a metadata document', () => {
  test.for(signatureEncodings.flatMap(encoding => canonicalForms.map(form => [encoding, form] as const)))(
    '%s over %s',
    ([signatureEncoding, canonicalJson]) => {
      const document = clearlyIn({ signatureEncoding, canonicalJson })
      const found = dialectFromMetadata(document)
      expect(found?.signatureEncoding).toBe(signatureEncoding)
      expect(formsOf(found)).toEqual([canonicalJson])
    },
  )

  test('whether slashes are escaped, since the endpoint has some', () => {
    const writings = dialectFromMetadata(documentOf({ canonicalEscapes: ['slash', 'non-ascii'] }))?.writings ?? []
    expect(writings.map(({ canonicalEscapes }) => canonicalEscapes.includes('slash'))).not.toContain(false)
    expect(writings.length).toBe(canonicalWritings().filter(isWithSlash).length / canonicalForms.length)
  })

  test('every escape, if texts of the config show it', () => {
    const capabilities = ['\u00e9/', `<"1+1"='>`, '\u0085\u007f\u2028\u001f\b']
    for (const { canonicalEscapes } of canonicalWritings())
      expect(dialectFromMetadata(documentOf({ canonicalEscapes }, { capabilities }))?.writings).toEqual([
        { canonicalJson: 'rfc8785', canonicalEscapes },
      ])
  })

  test('several canonical forms, if nested members are already sorted', () => {
    const settlement = { accepts: [1], currencies: ['USD'] }
    expect(formsOf(dialectFromMetadata(documentOf({}, { settlement })))).toEqual(['rfc8785', 'top-level'])
  })

  test('only the encoding, if no reading verifies', () => {
    const document = documentOf({ signatureEncoding: 'der-base64' })
    const changed = { ...document, config: { ...config, endpoint: 'https://other.example' } }
    expect(dialectFromMetadata(changed)).toMatchObject({ signatureEncoding: 'der-base64', writings: [] })
  })

  test('several encodings, if the signature is the same text in each', () => {
    const signed = () => dialectFromMetadata(documentOf({ signatureEncoding: 'compact-base64url-padded' }))
    const found = Array.from({ length: 400 }, signed)
    const [sameText, clear] = [found.filter(isOpen), found.filter(dialect => !isOpen(dialect))]
    for (const dialect of sameText)
      expect(dialect).toMatchObject({
        signatureEncoding: 'compact-base64',
        otherEncodings: ['compact-base64url-padded'],
      })
    for (const dialect of clear) expect(dialect?.signatureEncoding).toBe('compact-base64url-padded')
    expect([sameText.length > 0, clear.length > 0]).toEqual([true, true])
  })

  test('nothing, if the signature does not look like any encoding', () => {
    expect(dialectFromMetadata(undefined)).toBeUndefined()
    expect(dialectFromMetadata({ ...documentOf({}), signature: 'signed, truly' })).toBeUndefined()
  })
})

test.each([
  ['protocol', { icon: '1.0', protocol: '0.1', apiVersion: '2.0' }, { versionMember: 'protocol', version: '0.1' }],
  ['its own name', { name: '1.2', ocp: '0.1.2' }, { versionMember: 'ocp', version: '0.1.2' }],
  ['a value that is not a number', { name: 'x', version: 'beta' }, { versionMember: 'version', version: 'beta' }],
  ['none', { name: 'x', contact: '1.0', config: {}, motto: 'pay' }, {}],
  ['a number', { protocol: 0.1 }, {}],
  ['an endless text', { protocol: '1'.repeat(1_000) }, {}],
  ['no object', ['0.1'], {}],
])('the member with the version: %s', (_, document, expected) => {
  expect(versionFromMetadata(document)).toEqual(expected)
})
