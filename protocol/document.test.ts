import { describe, expect, test } from 'vitest'
import { joinPath } from './base-url.ts'
import { describeCorpus, textOf } from './corpora.test.support.ts'
import { isObject } from './json.ts'
import { PrivateKey } from './keys.ts'
import { metadataDocument } from './metadata.ts'
import { capabilitiesOf, operations } from './operations.ts'
import { verifyPayload } from './payload.ts'
import { referenceProfile } from './profile.ts'
import { grantOutcome, grantOutcomes, reportedStatus, sessionMoves, transactionMoves } from './states.ts'

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

describeCorpus('the operations', 'spec/protocol.md', () => {
  const text = (): string => textOf('spec/protocol.md')

  test('are those of the document', () => {
    const headings = [...text().matchAll(/^### (GET|POST) \{base_url\}(\S+)/gm)].map(
      ([, method, path]) => `${method} ${path}`,
    )
    const ours = Object.values(operations).filter(({ documented }) => documented)
    const submission = 'POST /kyc/grant/{ocid}/submit'
    expect([...headings, submission].sort()).toEqual(ours.map(({ method, path }) => `${method} ${path}`).sort())
  })

  test('declare their capabilities as the document lists them', () => {
    const line =
      text()
        .split('\n')
        .find(each => each.startsWith('Capability values shown')) ?? ''
    const [gateway = '', kyc = ''] = line.split('; KYC')
    const listed = (part: string): string[] => [...part.matchAll(/`([^`]+)`/g)].map(([, value]) => value ?? '')
    expect(capabilitiesOf).toEqual({ gateway: listed(gateway), merchant: [], kyc: listed(kyc) })
  })
})

test('every capability of an operation is one of its role', () => {
  for (const { role, capability } of Object.values(operations))
    if (capability !== undefined && role !== 'every') expect(capabilitiesOf[role]).toContain(capability)
})

test('five operations are authenticated, and settle', () => {
  const authenticated = Object.entries(operations).filter(([, operation]) => operation.authenticated)
  expect(authenticated.map(([name]) => name).sort()).toEqual(
    [
      'orders.checkout',
      'orders.create',
      'payment.create',
      'payment.settle',
      'transfer.create',
      'transfer.webhook',
    ].sort(),
  )
})

describe('states', () => {
  test('final states do not change', () => {
    for (const status of ['completed', 'expired', 'failed'] as const) expect(transactionMoves[status]).toEqual([])
    for (const status of ['paid', 'cancelled', 'expired'] as const) expect(sessionMoves[status]).toEqual([])
    expect(sessionMoves.pending).toContain('paid')
  })

  test('pending_settlement is reported as pending, the others unchanged', () => {
    expect((['pending_settlement', 'completed', 'expired', 'failed'] as const).map(reportedStatus)).toEqual([
      'pending',
      'completed',
      'expired',
      'failed',
    ])
  })

  test.each([
    [['name'], [], 'granted'],
    [['name'], ['email'], 'partial'],
    [[], ['name', 'email'], 'denied'],
    [[], [], 'denied'],
  ])('granted %j, denied %j: %s', (granted, denied, outcome) => {
    expect(grantOutcome(granted, denied)).toBe(outcome)
    expect(grantOutcomes).toContain(outcome)
  })
})

test.each([
  ['https://a.example', '/metadata.json', 'https://a.example/metadata.json'],
  ['https://a.example/', 'metadata.json', 'https://a.example/metadata.json'],
  ['https://a.example/p/v1//', '//orders/create?x=1', 'https://a.example/p/v1/orders/create?x=1'],
  ['http://127.0.0.1:4010/p?x=1#y', '/verify/a%2Fb', 'http://127.0.0.1:4010/p/verify/a%2Fb'],
])('%s and %s are %s', (base, path, joined) => expect(joinPath(base, path)).toBe(joined))
