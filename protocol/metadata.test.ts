import { describe, expect, test } from 'vitest'
import { isObject } from './json/json.ts'
import { metadataDocument } from './metadata.ts'
import { referenceProfile } from './profile.ts'
import { PrivateKey } from './signature/keys.ts'
import { verifyPayload } from './signature/payload.ts'

const key = new PrivateKey('5'.padStart(64, '0'))
const identity = {
  name: 'Gateway',
  kyc: [7001],
  config: { endpoint: 'https://a.example', capabilities: ['verify.txid'] },
}

describe('the metadata document', () => {
  const signer = { publicKey: key.publicKey, dialect: referenceProfile }

  test('has the version, the key and the signature of its config', () => {
    const document = metadataDocument(identity, key, referenceProfile)
    expect(document).toMatchObject({ protocol: '0.1', name: 'Gateway', kyc: [7001] })
    expect(document.config).toEqual({ publicKey: key.publicKey, ...identity.config })
    expect(verifyPayload(document.config ?? null, document.signature, signer)).toBe(true)
  })

  test('has no other members than those of the identity', () => {
    expect(Object.keys(metadataDocument(identity, key, referenceProfile)).sort()).toEqual(
      ['config', 'kyc', 'name', 'protocol', 'signature'].sort(),
    )
  })

  test('names the version member as the profile does, and signs in its dialect', () => {
    const profile = {
      ...referenceProfile,
      versionMember: 'openpay',
      version: '2',
      signatureEncoding: 'der-hex',
    } as const
    const document = metadataDocument(identity, key, profile)
    expect(document.openpay).toBe('2')
    expect(document.protocol).toBeUndefined()
    expect(isObject(document.config) && verifyPayload(document.config, document.signature, signer)).toBe(false)
    expect(verifyPayload(document.config ?? null, document.signature, { ...signer, dialect: profile })).toBe(true)
  })
})
