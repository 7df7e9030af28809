import { describe, expect, test } from 'vitest'
import type { Json } from '../../protocol/json.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { requirementsOf } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { ambiguitiesOf } from './index.ts'
import { renderAmbiguities } from './terminal.ts'

type Changes = {
  name?: string
  verdict?: Report['verdict']
  register?: string
  profile?: Record<string, Json>
  observations?: [clause: string, value: Json, operation?: string][]
}

const profileOf = (changes: Record<string, Json>): Report['profile'] =>
  Object.fromEntries(
    Object.entries({ ...referenceProfile, ...changes }).map(([choice, value]) => [
      choice,
      { value: value as Json, shownBy: 'a test' },
    ]),
  )

const reportOf = (role: Report['target']['role'], changes: Changes = {}): Report => {
  const { name = `A ${role}`, verdict = 'conformant', register = '1', profile = {}, observations = [] } = changes
  return {
    version: 1,
    verdict,
    target: { role, baseUrl: `http://${role}.example`, name },
    profile: profileOf(profile),
    run: { harness: '1', register, started: '2026-01-01T00:00:00Z', seconds: 1, seed: 1, depth: 'quick', requests: 1 },
    counts: { must: {}, should: {}, open: {} },
    clauses: requirementsOf(role, 'open').map(id => ({ id, level: 'open', verdict: 'not-applicable', checks: [] })),
    checks: observations.map(([clause, , operation], at) => ({
      id: `check/${at}`,
      title: 'seen',
      clauses: [clause],
      verdict: 'observed',
      ...(operation === undefined ? {} : { operation }),
    })),
    observations: observations.map(([clause, value], at) => ({ clause, value, check: `check/${at}` })),
  }
}

const found = (...reports: Report[]) => ambiguitiesOf(reports.map((report, at) => ({ file: `${at + 1}.json`, report })))

const rowOf = (clause: string, ...reports: Report[]) => found(...reports).ambiguities.find(row => row.clause === clause)

const pairsOf = (...reports: Report[]) =>
  found(...reports).incompatibilities.map(({ between, kind, clauses }) => [between, kind, clauses.join()])

const der = { signatureEncoding: 'der-hex' }

describe('an open clause', () => {
  const sees = (value: Json, changes: Changes = {}) =>
    reportOf('gateway', { ...changes, observations: [['AUTH-23', value, 'transfer.create']] })

  test('is there for every one of the register, with its proposal', () => {
    const { ambiguities } = found(sees({ NONCE_REUSED: 401 }))
    expect(ambiguities.length).toBe(
      new Set(['gateway', 'merchant', 'kyc'].flatMap(role => requirementsOf(role as 'kyc', 'open'))).size,
    )
    expect(ambiguities.filter(({ proposal }) => proposal === '')).toEqual([])
  })

  test('is told by who chose what', () => {
    const row = rowOf('AUTH-23', sees({ NONCE_REUSED: 401 }), sees({ NONCE_REUSED: 409 }), sees({ NONCE_REUSED: 401 }))
    expect(row?.agreement).toBe('differ')
    expect(row?.observed).toEqual([
      {
        observable: 'NONCE_REUSED',
        unit: 'status',
        differs: true,
        choices: [
          { value: 401, by: [{ implementation: 1 }, { implementation: 3 }] },
          { value: 409, by: [{ implementation: 2 }] },
        ],
      },
    ])
  })

  test('is alike where all chose the same, and single where one was seen', () => {
    const one = sees({ NONCE_REUSED: 401 })
    expect(rowOf('AUTH-23', one, sees({ NONCE_REUSED: 401 }))?.agreement).toBe('alike')
    expect(rowOf('AUTH-23', one, reportOf('merchant'))).toMatchObject({
      agreement: 'single',
      unobserved: [{ implementation: 2, verdict: 'not-applicable' }],
    })
    expect(rowOf('NOTIFY-07', reportOf('merchant'))).toMatchObject({ agreement: 'unobserved', unobserved: [] })
  })

  test('names the operations where one implementation chose in two ways', () => {
    const row = rowOf(
      'AUTH-23',
      reportOf('gateway', {
        observations: [
          ['AUTH-23', { NONCE_REUSED: 401 }, 'transfer.create'],
          ['AUTH-23', { NONCE_REUSED: 409 }, 'payment.create'],
        ],
      }),
    )
    expect(row?.observed[0]?.choices.map(({ by }) => by)).toEqual([
      [{ implementation: 1, operations: ['transfer.create'] }],
      [{ implementation: 1, operations: ['payment.create'] }],
    ])
  })

  test('does not differ by a bound that a longer run raises', () => {
    const remembers = (seconds: number) =>
      reportOf('gateway', { observations: [['AUTH-22', { 'nonce memory, at least': seconds }]] })
    expect(rowOf('AUTH-22', remembers(0), remembers(10))?.agreement).toBe('alike')
  })

  test.each([
    [{ 'into the past': 300 }, { 'into the past': 296 }, 'alike'],
    [{ 'into the past': 300 }, { 'into the past': 60 }, 'differ'],
    [{ 'into the past': 300 }, { 'into the past': 'none' }, 'differ'],
  ])('%j and %j, as measured, are %s', (one, other, agreement) => {
    const [a, b] = [one, other].map(value => reportOf('gateway', { observations: [['AUTH-22', value]] }))
    expect(a && b && rowOf('AUTH-22', a, b)?.agreement).toBe(agreement)
  })

  test('leaves out what is in no vocabulary, and says so', () => {
    const odd = reportOf('gateway', {
      observations: [
        ['AUTH-23', { NONCE_REUSED: '<b>' }],
        ['NO-01', 1],
      ],
    })
    const { implementations, ambiguities } = found(odd)
    expect(implementations[0]?.remarks).toEqual([
      '2 of its observations are in no vocabulary of this edition and left out.',
    ])
    expect(JSON.stringify(ambiguities)).not.toContain('<b>')
  })
})

describe('a conformant pair', () => {
  test.each([
    ['SIG-07', der],
    ['SIG-07', { signatureEncoding: 'recoverable-hex' }],
    ['SIG-08', { canonicalJson: 'top-level' }],
    ['AUTH-21', { canonicalRequest: { body: true } }],
    ['AUTH-21', { canonicalRequest: { template: '${method}${path}' } }],
  ] as [string, Record<string, Json>][])(
    'of a gateway and a merchant cannot work together: %s, %j',
    (clause, profile) => {
      expect(pairsOf(reportOf('merchant'), reportOf('gateway', { profile }))).toEqual([[[2, 1], 'each-other', clause]])
    },
  )

  test('says why, and what each of them chose', () => {
    const [pair] = found(reportOf('gateway', { profile: der }), reportOf('merchant')).incompatibilities
    expect(pair?.choices).toEqual([
      { implementation: 1, value: 'der-hex' },
      { implementation: 2, value: 'compact-hex' },
    ])
    expect(pair?.why).toMatch(/^\[1\] refuses the orders that \[2\] signs, and \[2\] the proofs/)
  })

  test.each([
    ['alike', {}],
    ['digits in another case, which a reader of hex takes', { signatureEncoding: 'compact-hex-upper' }],
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
    'of one role, %s, asks others for two ways: %j',
    (role, profile, clause) => {
      expect(pairsOf(reportOf(role), reportOf(role, { profile }))).toEqual([[[1, 2], 'third-party', clause]])
    },
  )

  test('a request that a KYC provider never signs is nobody else’s trouble', () => {
    expect(pairsOf(reportOf('gateway'), reportOf('kyc', { profile: { canonicalRequest: { body: true } } }))).toEqual([])
  })

  test.each(['non-conformant', 'incomplete', 'partial'] as const)('is none where one of them is %s', verdict => {
    const { incompatibilities, implementations } = found(
      reportOf('gateway', { profile: der, verdict }),
      reportOf('merchant'),
    )
    expect(incompatibilities).toEqual([])
    expect(implementations[0]?.remarks).toEqual([`It is ${verdict}: its choices are listed, and in no pair.`])
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

  test('is not looked for where a profile cannot be read', () => {
    const { incompatibilities, implementations } = found(
      reportOf('gateway', { profile: { signatureEncoding: 'morse' } }),
      { ...reportOf('merchant'), profile: {} },
    )
    expect(incompatibilities).toEqual([])
    expect(implementations.map(({ remarks }) => remarks)).toEqual(
      [1, 2].map(() => ['Its profile cannot be read, so its dialect is not compared.']),
    )
  })
})

describe('the text', () => {
  const hostile = 'Evil\u001b[31m\u202e\nGateway'
  const text = (columns: number, ...reports: Report[]) =>
    renderAmbiguities(found(...reports), { color: false, width: columns })

  test('shows no control characters of a target, on lines of their own', () => {
    const profile = { canonicalRequest: { template: '\u001b[2J${body}' } }
    const shown = text(100, reportOf('gateway', { name: hostile, profile }), reportOf('merchant'))
    expect(shown).not.toMatch(/[\u001b\u202e]/)
    expect(shown).toContain('[1] Evil⟨U+001B⟩[31m⟨U+202E⟩ Gateway')
  })

  test('stays inside the terminal', () => {
    const lines = text(60, reportOf('gateway', { profile: der }), reportOf('merchant')).split('\n')
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.filter(line => line.length > 60)).toEqual([])
  })

  test('names the pair, the choices, and what would settle it', () => {
    const shown = text(
      120,
      reportOf('gateway', { profile: der, observations: [['SIG-07', 'der-hex']] }),
      reportOf('merchant', { observations: [['SIG-07', 'compact-hex']] }),
    )
    expect(shown.replace(/\s+/g, ' ')).toContain('1 conformant pair cannot work together.')
    expect(shown).toContain('✕ [1] A gateway and [2] A merchant\n')
    expect(shown).toContain('SIG-07: [1] der-hex; [2] compact-hex')
    expect(shown).toContain('≠ encoding: der-hex [1]; compact-hex [2]')
    expect(shown).toContain('→ A signature value is 128 lower-case hex characters')
  })

  test('says that no pair was found, and counts', () => {
    const shown = text(120, reportOf('gateway', { observations: [['SIG-07', 'compact-hex']] }))
    expect(shown).toMatch(/39 open clauses: 0 chosen differently, 0 alike, 1 seen at one implementation, 38 at none\./)
    expect(shown.replace(/\s+/g, ' ')).toContain('No conformant pair was found that cannot work together.')
  })

  test('puts what was chosen alike on one line, what differs first', () => {
    const sees = (status: number) =>
      reportOf('gateway', {
        observations: [['AUTH-23', { INVALID_SIGNATURE: 401, NONCE_REUSED: status, UNKNOWN_OCID: 401 }]],
      })
    const lines = text(120, sees(401), sees(409)).split('\n')
    const at = lines.findIndex(line => line.includes('AUTH-23'))
    expect(lines.slice(at + 2, at + 4)).toEqual([
      '    ≠ NONCE_REUSED: 401 [1]; 409 [2]',
      '    = INVALID_SIGNATURE · UNKNOWN_OCID: 401 [1] [2]',
    ])
  })
})
