import { type AnyMutant, mutantsOf } from '../../implementations/mutants/index.ts'
import type { Role } from '../../protocol/operations.ts'
import { checksOf } from '../../suites/index.ts'
import { recordedKills } from '../kills.ts'

/** The roles that have pages. */
export const rolesWithPages = ['gateway', 'kyc'] as const

/** Matches the ids of checks that open hosted and consent pages. */
const opensPages = new RegExp(
  [
    '^(?:hosted-page|consent|callback|kyc-flow|checkout-again|gateway-flow/order|gateway-flow-states/(?:sound|paid-and))',
    '-hosted-payment',
    '^notification-faults/(?:cancelled-session|failed-payment|session-that)',
    '^submission-errors/codes-of-changed-',
    '^grant/redirect-(?:to-the-consent-page$|of-a-request-)|/decisions-that-lead-to-addresses-|/hostile-submissions$|^grant-choices/(?:repeated-permissions|state-that-is-empty|user-info)',
  ].join('|'),
)

/** Returns whether a check opens a hosted or consent page, or may. */
export const isPageCheck = (id: string): boolean => opensPages.test(id)

/** Returns the page checks that find a mutant with forms, by the clause that it breaks. */
export const pageChecksFor = (role: Role, { name, breaks }: AnyMutant): string[] => {
  const own = new Set(checksOf(role).flatMap(({ id, clauses }) => (clauses.includes(breaks) ? [id] : [])))
  return recordedKills(role, name).filter(id => own.has(id) && isPageCheck(id))
}

/** Returns the mutants of a role whose fault shows on a page. */
export const pageMutantsOf = (role: Role): AnyMutant[] =>
  mutantsOf[role].filter(mutant => pageChecksFor(role, mutant).length > 0)
