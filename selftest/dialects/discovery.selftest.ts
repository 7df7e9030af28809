import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { firstLookOf } from '../../engine/checks/first-look.ts'
import { discoverProfile } from '../../engine/discovery/discover-profile.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import { refuseBeforeSignature } from '../../implementations/variants/support/content-first.ts'
import { Refusal } from '../../protocol/errors.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { type Dialect, referenceProfile } from '../../protocol/profile.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import { callerIsKnown } from '../../reference/every-role/authentication/caller.ts'
import { nonceIsNew } from '../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../reference/every-role/authentication/timestamp.ts'
import { checksOf } from '../../suites/index.ts'
import { type Certified, certifyTarget, clausesThat } from '../certify.ts'
import { formNamed } from './dialects.ts'

const template = 'oc1;${method};${nonce};${timestamp};${ocid};${path};${bodyHash};'

/** Certifies a reference in a dialect that is discovered, or given in a profile. */
const certifyDialect = async (dialect: Partial<Dialect>, profile: 'auto' | 'given', only: string[] = []) => {
  const spoken = { ...referenceProfile, ...dialect }
  const reference = await startReference(plainSettings, 'gateway', { profile: spoken })
  try {
    return await certifyTarget({ ...reference.settings, profile: profile === 'auto' ? 'auto' : spoken, only })
  } finally {
    await reference.close()
  }
}

/** Metadata whose signature has no character that differs between the two alphabets of Base64. */
const inBothAlphabets: typeof metadataDocument = (identity, key, profile) => {
  for (let build = 0; ; build++) {
    const config = { ...identity.config, build }
    const document = metadataDocument({ ...identity, config }, key, profile)
    if (!/[-_]/.test(String(document.signature))) return document
  }
}

/** These send each request, and verify each payload. */
const oneOfEachMust = firstLookOf(checksOf('gateway')).map(({ id }) => id)

const preflightMessages = ({ report }: Certified): string =>
  (report.preflight ?? []).map(({ message }) => message).join('\n')

describe('a dialect outside every list', { timeout: 60_000 }, () => {
  test('blocks signed requests, lists in one line the forms that were tried, and checks the rest', async () => {
    const certified = await certifyDialect({ canonicalRequest: { template } }, 'auto', oneOfEachMust)
    expect(certified.exitCode).toBe(3)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(clausesThat(certified, 'blocked')).toContain('CHECKOUT-01')
    expect(clausesThat(certified, 'pass')).toContain('META-01')
    expect(preflightMessages(certified)).toMatch(
      /Tried without success: \d+ requests over the orders, parts and separators/,
    )
  })

  test('is used if a profile describes it', async () => {
    const certified = await certifyDialect({ canonicalRequest: { template } }, 'given', oneOfEachMust)
    expect(certified.report.verdict).toBe('partial')
    expect(clausesThat(certified, 'pass')).toContain('CHECKOUT-01')
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
  })
})

test('the key list of JSON.stringify is named, and fails only SIG-10', { timeout: 60_000 }, async () => {
  const certified = await certifyDialect({ canonicalJson: 'key-list' }, 'auto', oneOfEachMust)
  expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual(['SIG-10'])
  expect(preflightMessages(certified)).toContain('JSON.stringify(payload, Object.keys(payload).sort())')
})

test('each discovered choice names its evidence', { timeout: 60_000 }, async () => {
  const profile: typeof referenceProfile = {
    ...referenceProfile,
    signatureEncoding: 'der-base64',
    headerSignatureEncoding: 'compact-base64',
    canonicalJson: 'top-level',
    canonicalEscapes: ['slash', 'line-separators'],
    canonicalRequest: { template: '${method}\n${path}\n${timestamp}\n${nonce}\n${bodyHash}' },
    refusalStatus: 403,
    clockDifference: { pastSeconds: 120, futureSeconds: 60 },
    versionMember: 'apiVersion',
  }
  const reference = await startReference(plainSettings, 'merchant', { profile })
  const found = await discoverProfile(reference.settings, AbortSignal.timeout(60_000)).finally(reference.close)
  const { canonicalRequest, refusalStatus, clockDifference, ...choices } = profile
  const { signatureEncoding, headerSignatureEncoding, canonicalJson, canonicalEscapes, versionMember } = choices
  expect(found.profile).toMatchObject({
    signatureEncoding,
    headerSignatureEncoding,
    canonicalJson,
    canonicalEscapes,
    canonicalRequest,
    refusalStatus,
    clockDifference,
    versionMember,
  })
  expect(found.shownBy).toMatchObject({
    signatureEncoding: expect.stringMatching(/^the signature of its metadata/),
    headerSignatureEncoding: 'requests that it accepted, in compact-base64url as well',
    canonicalJson: 'its acceptance of proofs signed over this form',
    canonicalEscapes: 'its acceptance of proofs signed over this form',
    versionMember: 'its metadata',
  })
  expect(found.exitCode).toBe(0)
})

test('an ambiguous encoding of the metadata is found by the requests that the target accepts', {
  timeout: 90_000,
}, async () => {
  const signatureEncoding = 'compact-base64url-padded'
  const isRead = (signature: unknown) => typeof signature === 'string' && /^[\w-]+==$/.test(signature)
  const refuseOthers = (server: FastifyInstance) =>
    void server.addHook('onRequest', async ({ headers, method }) => {
      if (method === 'POST' && !isRead(headers['x-oc-signature']))
        throw new Refusal('INVALID_SIGNATURE', 401, 'Not base64url with padding.')
    })
  const policies = {
    merchant: {
      metadata: inBothAlphabets,
      verifyPayload: (...[payload, signature, signer]: Parameters<typeof verifyPayload>) =>
        isRead(signature) && verifyPayload(payload, signature, signer),
    },
  }
  const profile = { ...referenceProfile, signatureEncoding } as const
  const reference = await startReference(plainSettings, 'merchant', { profile, policies, prepare: refuseOthers })
  try {
    const found = await discoverProfile(reference.settings, AbortSignal.timeout(80_000))
    expect(found.profile).toMatchObject({ signatureEncoding, headerSignatureEncoding: signatureEncoding })
    expect(found.shownBy.signatureEncoding).toBe('the signature of its metadata, and requests that it accepted')
    const certified = await certifyTarget({ ...reference.settings, profile: 'auto', only: ['WEBHOOK-01', 'ORDER-01'] })
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
    expect(clausesThat(certified, 'pass')).toContain('WEBHOOK-01')
  } finally {
    await reference.close()
  }
})

test('a form is found at a target that stores nonces, for five seconds, before it verifies signatures', {
  timeout: 90_000,
}, async () => {
  const profile: typeof referenceProfile = {
    ...referenceProfile,
    canonicalRequest: formNamed('canonical JSON of body, method, nonce, ocid, path, timestamp'),
    clockDifference: { pastSeconds: 5, futureSeconds: 5 },
  }
  const policies = { gateway: { authenticationRules: [callerIsKnown, requestIsFresh, nonceIsNew, requestIsSigned] } }
  const reference = await startReference(plainSettings, 'gateway', { profile, policies })
  const found = await discoverProfile(reference.settings, AbortSignal.timeout(80_000)).finally(reference.close)
  expect(found.profile.canonicalRequest).toEqual(profile.canonicalRequest)
})

describe('a target whose responses reveal nothing about a signature', { timeout: 60_000 }, () => {
  const refuseAll = (server: FastifyInstance) =>
    void server.addHook('onRequest', async ({ method }, reply) =>
      method === 'POST'
        ? reply.code(400).send({ error: { code: 'CLOSED', message: 'Closed for the night.', details: {} } })
        : undefined,
    )

  test('is blocked with its responses and the remedy, and fails nothing', async () => {
    const reference = await startReference(plainSettings, 'gateway', { prepare: refuseAll })
    const settings = { ...reference.settings, profile: 'auto', only: ['AUTH-01', 'CHECKOUT-01'] } as const
    const certified = await certifyTarget({ ...settings, only: [...settings.only] }).finally(reference.close)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(clausesThat(certified, 'blocked')).toEqual(['AUTH-01', 'CHECKOUT-01'])
    expect(preflightMessages(certified)).toMatch(/answers a wrong X-OC-Signature like a correct one \(400 CLOSED\)/)
    expect(preflightMessages(certified)).toContain('--profile FILE')
    expect(preflightMessages(certified)).not.toContain('The target knows')
  })
})

test('an unregistered key is found at a target that checks the content first', { timeout: 60_000 }, async () => {
  const policies = refuseBeforeSignature(({ operation }) =>
    operation === 'payment.create' ? new Refusal('MERCHANT_NOT_REGISTERED', 400, 'Unknown payee.') : undefined,
  )
  const reference = await startReference(plainSettings, 'gateway', { policies: { gateway: policies } })
  const { purse1, ...others } = reference.settings.identities
  const identities = { ...others, ...(purse1 ? { purse1: { ...purse1, key: generatePrivateKey() } } : {}) }
  const settings = { ...reference.settings, identities, profile: 'auto', only: ['AUTH-01'] } as const
  const certified = await certifyTarget({ ...settings, only: [...settings.only] }).finally(reference.close)
  expect(certified.exitCode).toBe(2)
  expect(preflightMessages(certified)).toContain(
    'The target refuses purse1 (3011) with INVALID_SIGNATURE, and knows others.',
  )
})

test('a target that checks the content first, in an unknown dialect, is blocked without a finding on its keys', {
  timeout: 90_000,
}, async () => {
  const policies = refuseBeforeSignature(({ operation }) =>
    operation === 'payment.create' ? new Refusal('MERCHANT_NOT_REGISTERED', 400, 'Unknown payee.') : undefined,
  )
  const canonicalRequest = { template: '${method};${body};oc;${path};${nonce};${timestamp}' }
  const profile = { ...referenceProfile, canonicalRequest }
  const reference = await startReference(plainSettings, 'gateway', { profile, policies: { gateway: policies } })
  const settings = { ...reference.settings, profile: 'auto', only: ['AUTH-01'] } as const
  const certified = await certifyTarget({ ...settings, only: [...settings.only] }).finally(reference.close)
  expect(certified.exitCode).toBe(3)
  expect(preflightMessages(certified)).toContain('Every signed request is refused (INVALID_SIGNATURE)')
  expect(preflightMessages(certified)).toContain('Tried without success')
})
