import { describe, expect, test } from 'vitest'
import { discoverProfile } from '../engine/discover-profile.ts'
import { startReference } from '../engine/reference-target.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import { type Dialect, referenceProfile } from '../protocol/profile.ts'
import { type Certified, certifyTarget, clausesThat } from './certify.ts'

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

const preflightMessages = ({ report }: Certified): string =>
  (report.preflight ?? []).map(({ message }) => message).join('\n')

describe('a dialect outside every list', { timeout: 60_000 }, () => {
  test('blocks signed requests, says in one line what was tried, and tries the rest', async () => {
    const certified = await certifyDialect({ canonicalRequest: { template } }, 'auto')
    expect(certified.exitCode).toBe(3)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(clausesThat(certified, 'blocked')).toContain('CHECKOUT-01')
    expect(clausesThat(certified, 'pass')).toContain('META-01')
    expect(preflightMessages(certified)).toMatch(
      /Tried without success: \d+ requests over the orders, parts and separators/,
    )
  })

  test('is used if a profile describes it', async () => {
    const certified = await certifyDialect({ canonicalRequest: { template } }, 'given')
    expect(certified.report.verdict).toBe('conformant')
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
  })
})

test('the key list of JSON.stringify is named, and fails SIG-10 alone', { timeout: 60_000 }, async () => {
  const certified = await certifyDialect({ canonicalJson: 'key-list' }, 'auto')
  expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual(['SIG-10'])
  expect(preflightMessages(certified)).toContain('JSON.stringify(payload, Object.keys(payload).sort())')
})

test('each discovered choice names its evidence', { timeout: 60_000 }, async () => {
  const profile: typeof referenceProfile = {
    ...referenceProfile,
    signatureEncoding: 'der-base64',
    canonicalJson: 'top-level',
    canonicalRequest: { template: '${timestamp}|${nonce}|${method}|${path}|${body}' },
    refusalStatus: 403,
    clockDifference: { pastSeconds: 120, futureSeconds: 60 },
    versionMember: 'apiVersion',
  }
  const reference = await startReference(plainSettings, 'merchant', { profile })
  const found = await discoverProfile(reference.settings, AbortSignal.timeout(60_000)).finally(reference.close)
  const { signatureEncoding, canonicalJson, canonicalRequest, refusalStatus, clockDifference, versionMember } = profile
  expect(found.profile).toMatchObject({
    signatureEncoding,
    canonicalJson,
    canonicalRequest,
    refusalStatus,
    clockDifference,
    versionMember,
  })
  expect(found.shownBy).toMatchObject({
    signatureEncoding: 'the signature of its metadata',
    canonicalJson: 'its acceptance of a proof signed over this form',
  })
  expect(found.exitCode).toBe(0)
})
