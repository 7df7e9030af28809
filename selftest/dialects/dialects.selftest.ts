import { describe, test } from 'vitest'
import { firstLookOf } from '../../engine/checks/first-look.ts'
import { type DiscoveredProfile, discoverProfile } from '../../engine/discovery/discover-profile.ts'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import type { Check } from '../../harness/clause.ts'
import { type Role, roles } from '../../protocol/operations.ts'
import type { Dialect, Profile } from '../../protocol/profile.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import { checksOf } from '../../suites/index.ts'
import { certifyTarget, clausesThat } from '../certify.ts'
import { isWhole } from '../size.ts'
import { describeDialect, dialectsOf, mostProbesFor, profileOf } from './dialects.ts'

/**
 * One in this many dialects is certified by every check, the others by one check of each must clause, which send each request and
 * payload. Not a divisor of the number of encodings, so that each of them gets a whole run.
 */
const dialectsPerWholeRun = 7

const checksFor = (role: Role, at: number): readonly Check[] => {
  const checks = checksOf(role)
  return isWhole || at % dialectsPerWholeRun === 0 ? checks : firstLookOf(checks)
}

describe.for(roles)('a %s in any dialect', role => {
  test.concurrent.for(dialectsOf(role).map((dialect, at) => [describeDialect(dialect), dialect, at] as const))(
    '%s',
    async ([, dialect, at], { expect }) => {
      const reference = await startReference(plainSettings, role, { profile: profileOf(dialect) })
      const settings = { ...reference.settings, profile: 'auto' as const }
      try {
        const found = await discoverProfile(settings, AbortSignal.timeout(60_000))
        const { profile, probes, exitCode } = found
        const { headerSignatureEncoding: inHeaders, ...others } = dialect
        expect(profile).toMatchObject(role === 'kyc' ? shownByMetadata(dialect) : others)
        if (inHeaders !== undefined) expect(headerEncodingsOf(found)).toContain(inHeaders)
        expect(profile.canonicalEscapes.includes('slash')).toBe(dialect.canonicalEscapes.includes('slash'))
        expect(probes).toBeLessThanOrEqual(mostProbesFor(dialect))
        expect(exitCode).toBe(0)
        const checks = checksFor(role, at)
        const isPart = checks.length < checksOf(role).length
        const certified = await certifyTarget({ ...settings, only: isPart ? checks.map(({ id }) => id) : [] })
        const uncovered = uncoveredClauses(dialect).filter(id => checks.some(({ clauses }) => clauses.includes(id)))
        expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual(role === 'kyc' ? [] : uncovered)
        expect(certified.report.verdict).toBe(isPart ? 'partial' : 'conformant')
      } finally {
        await reference.close()
      }
    },
  )
})

/** The reference reads Base64 in either alphabet, so requests do not reveal which one it writes. */
const headerEncodingsOf = ({ profile, shownBy }: DiscoveredProfile): (string | undefined)[] => [
  profile.headerSignatureEncoding,
  / in (\S+) as well$/.exec(shownBy.headerSignatureEncoding ?? '')?.[1],
]

/** The clauses that fail if only the body is signed, which covers neither headers nor path. */
const uncoveredClauses = ({ canonicalRequest }: Pick<Profile, 'canonicalRequest'>): RequirementId[] =>
  'body' in canonicalRequest ? ['AUTH-09', 'AUTH-10'] : []

/** A KYC provider accepts no signed requests, and the only texts in its config are addresses. */
const shownByMetadata = ({ signatureEncoding, canonicalJson }: Dialect) => ({ signatureEncoding, canonicalJson })
