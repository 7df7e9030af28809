import { describe, test } from 'vitest'
import { discoverProfile } from '../engine/discover-profile.ts'
import { startReference } from '../engine/reference-target.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import { roles } from '../protocol/operations.ts'
import type { Dialect, Profile } from '../protocol/profile.ts'
import { certifyTarget, clausesThat } from './certify.ts'
import { describeDialect, dialectsOf, profileOf } from './dialects.ts'

describe.for(roles)('a %s in any dialect', role => {
  test.concurrent.for(dialectsOf(role).map(dialect => [describeDialect(dialect), dialect] as const))(
    '%s',
    async ([, dialect], { expect }) => {
      const reference = await startReference(plainSettings, role, { profile: profileOf(dialect) })
      const settings = { ...reference.settings, profile: 'auto' as const }
      try {
        const { profile, probes, exitCode } = await discoverProfile(settings, AbortSignal.timeout(60_000))
        expect(profile).toMatchObject(role === 'kyc' ? shownByMetadata(dialect) : dialect)
        expect(profile.canonicalEscapes.includes('slash')).toBe(dialect.canonicalEscapes.includes('slash'))
        expect(probes).toBeLessThanOrEqual(dialect.headerSignatureEncoding ? 200 : 130)
        expect(exitCode).toBe(0)
        const certified = await certifyTarget(settings)
        expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual(
          role === 'kyc' ? [] : uncoveredClauses(dialect),
        )
        expect(certified.report.verdict).toBe('conformant')
      } finally {
        await reference.close()
      }
    },
  )
})

/** The clauses that fail if only the body is signed, which covers neither headers nor path. */
const uncoveredClauses = ({ canonicalRequest }: Pick<Profile, 'canonicalRequest'>): string[] =>
  'body' in canonicalRequest ? ['AUTH-09', 'AUTH-10'] : []

/** A KYC provider accepts no signed requests, and its config has no text but addresses. */
const shownByMetadata = ({ signatureEncoding, canonicalJson }: Dialect) => ({ signatureEncoding, canonicalJson })
