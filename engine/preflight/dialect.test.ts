import { describe, expect, test } from 'vitest'
import { canonicalForms } from '../../protocol/canonical.ts'
import { generatePrivateKey } from '../../protocol/keys.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { signatureEncodings } from '../../protocol/signature.ts'
import { shownDialect } from './dialect.ts'

const config = {
  endpoint: 'https://pay.example',
  capabilities: ['b', 'a'],
  settlement: { currencies: ['USD'], accepts: [1] },
}

describe('what the signature of a metadata document shows', () => {
  test.for(signatureEncodings.flatMap(encoding => canonicalForms.map(form => [encoding, form] as const)))(
    '%s over %s',
    ([signatureEncoding, canonicalJson]) => {
      const key = generatePrivateKey()
      const document = metadataDocument({ name: 'x', config }, key, {
        ...referenceProfile,
        signatureEncoding,
        canonicalJson,
      })
      const shown = shownDialect(document, referenceProfile)
      expect(shown?.canonicalJson).toBe(canonicalJson)
      // Upper and lower case of hex digits are one reading.
      expect(shown?.signatureEncoding).toBe(
        signatureEncoding === 'compact-hex-upper' ? 'compact-hex' : signatureEncoding,
      )
    },
  )

  test('nothing, where no reading verifies', () => {
    const document = metadataDocument({ name: 'x', config }, generatePrivateKey(), referenceProfile)
    expect(
      shownDialect({ ...document, config: { ...config, endpoint: 'https://other.example' } }, referenceProfile),
    ).toBeUndefined()
    expect(shownDialect(undefined, referenceProfile)).toBeUndefined()
  })
})
