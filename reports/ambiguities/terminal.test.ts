import { describe, expect, test } from 'vitest'
import type { Report } from '../../schemas/messages.ts'
import { compare, der, reportOf } from './reports.test.support.ts'
import { renderAmbiguities } from './terminal.ts'

describe('the text', () => {
  const hostile = 'Evil\u001b[31m\u202e\nGateway'
  const text = (columns: number, ...reports: Report[]) =>
    renderAmbiguities(compare(...reports), { color: false, width: columns })

  test('shows no control characters of a target, on separate lines', () => {
    const profile = { canonicalRequest: { template: '\u001b[2J${body}' } }
    const shown = text(100, reportOf('gateway', { name: hostile, profile }), reportOf('merchant'))
    expect(shown).not.toMatch(/[\u001b\u202e]/)
    expect(shown).toContain('[1] Evil⟨U+001B⟩[31m⟨U+202E⟩ Gateway')
  })

  test('fits the width of the terminal', () => {
    const lines = text(60, reportOf('gateway', { profile: der }), reportOf('merchant')).split('\n')
    expect(lines.length).toBeGreaterThan(50)
    expect(lines.filter(line => line.length > 60)).toEqual([])
  })

  test('names the pair, the choices, and a sentence that would settle it', () => {
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
    expect(shown).toMatch(
      /39 open clauses: 0 chosen differently, 0 the same, 1 seen at one implementation, 38 at none\./,
    )
    expect(shown.replace(/\s+/g, ' ')).toContain('No conformant pair that cannot work together was found.')
  })

  test('puts the same choices on one line, differences first', () => {
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
