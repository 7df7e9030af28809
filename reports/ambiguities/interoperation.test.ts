import { describe, expect, test } from 'vitest'
import type { Json } from '../../protocol/json/json.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { belowBaseForm } from '../../protocol/request/request-form.ts'
import { compare, der, pairsOf, reportOf } from './reports.test.support.ts'

describe('a conformant pair', () => {
  test.each([
    ['SIG-07', der],
    ['SIG-07', { signatureEncoding: 'recoverable-hex' }],
    ['SIG-07', { headerSignatureEncoding: 'compact-base64' }],
    ['SIG-08', { canonicalJson: 'top-level' }],
    ['SIG-08', { canonicalEscapes: ['slash'] }],
    ['AUTH-21', { canonicalRequest: { body: true } }],
    ['AUTH-21', { canonicalRequest: belowBaseForm(referenceProfile.canonicalRequest) }],
    ['AUTH-21', { canonicalRequest: { template: '${method}${path}' } }],
  ] as [string, Record<string, Json>][])(
    'of a gateway and a merchant cannot work together: %s, %j',
    (clause, profile) => {
      expect(pairsOf(reportOf('merchant'), reportOf('gateway', { profile }))).toEqual([[[2, 1], 'each-other', clause]])
    },
  )

  test('says why, and the choice of each of them', () => {
    const [pair] = compare(reportOf('gateway', { profile: der }), reportOf('merchant')).incompatibilities
    expect(pair?.choices).toEqual([
      { implementation: 1, value: 'der-hex' },
      { implementation: 2, value: 'compact-hex' },
    ])
    expect(pair?.why).toMatch(/^\[1\] refuses the orders that \[2\] signs, and \[2\] the proofs/)
  })

  test.each([
    ['alike', {}],
    ['digits in another case, which a reader of hex accepts', { signatureEncoding: 'compact-hex-upper' }],
    [
      'the path without a query, where there is none',
      { canonicalRequest: { template: '${method}\n${pathname}\n${ocid}\n${timestamp}\n${nonce}\n${bodyHash}' } },
    ],
    ['other measures', { nonceSeconds: 60, refusalStatus: 403 }],
  ] as [string, Record<string, Json>][])('works together: %s', (_, profile) => {
    expect(pairsOf(reportOf('gateway', { profile }), reportOf('merchant'))).toEqual([])
  })

  test.each([
    ['gateway', der, 'SIG-07'],
    ['gateway', { canonicalRequest: { body: true } }, 'AUTH-21'],
    ['merchant', { canonicalJson: 'top-level' }, 'SIG-08'],
    ['kyc', der, 'SIG-07'],
  ] as ['gateway' | 'merchant' | 'kyc', Record<string, Json>, string][])(
    'of one role, %s, requires two different ways from others: %j',
    (role, profile, clause) => {
      expect(pairsOf(reportOf(role), reportOf(role, { profile }))).toEqual([[[1, 2], 'third-party', clause]])
    },
  )

  test('a request that a KYC provider never signs affects no pair', () => {
    expect(pairsOf(reportOf('gateway'), reportOf('kyc', { profile: { canonicalRequest: { body: true } } }))).toEqual([])
  })

  test.each(['non-conformant', 'incomplete', 'partial'] as const)('is not reported if one of them is %s', verdict => {
    const { incompatibilities, implementations } = compare(
      reportOf('gateway', { profile: der, verdict }),
      reportOf('merchant'),
    )
    expect(incompatibilities).toEqual([])
    expect(implementations[0]?.remarks).toEqual([
      `It is ${verdict}: its choices are listed, but not compared in pairs.`,
    ])
  })

  test.each([
    ['repeated', 'rejected', 1],
    ['not repeated', 'rejected', 0],
    ['repeated', 'accepted', 0],
  ])('after a rejection %s, the same proof again %s', (repeats, again, pairs) => {
    const gateway = reportOf('gateway', { observations: [['NOTIFY-07', { 'after a rejection': repeats }]] })
    const merchant = reportOf('merchant', { observations: [['WEBHOOK-13', { 'the same proof again': again }]] })
    expect(pairsOf(merchant, gateway).length).toBe(pairs)
  })

  test.each([
    ['completed', 'another answer', 1],
    ['completed', '400 INVALID_REQUEST', 1],
    ['completed', 'not declared', 0],
    ['completed', 'completed', 0],
  ])('settles %s and %s', (one, other, pairs) => {
    const settles = (settle: string) => reportOf('gateway', { observations: [['FLOW-05', { settle }]] })
    expect(pairsOf(settles(one), settles(other)).length).toBe(pairs)
  })

  test('is not reported if a profile cannot be read', () => {
    const { incompatibilities, implementations } = compare(
      reportOf('gateway', { profile: { signatureEncoding: 'morse' } }),
      { ...reportOf('merchant'), profile: {} },
    )
    expect(incompatibilities).toEqual([])
    expect(implementations.map(({ remarks }) => remarks)).toEqual(
      [1, 2].map(() => ['Its profile cannot be read, so its dialect is not compared.']),
    )
  })
})
