import type { Role } from '../../protocol/operations.ts'

/** One certification of the reference: what a mutant has to pass to survive. */
export type Certification = {
  id: string
  role: Role
  environment?: 'test' | 'production'
  depth?: 'quick' | 'standard'
  /** Seconds that a session lives, where it ends while the run lasts. */
  sessionSeconds?: number
  /** Seconds for which a nonce is remembered, where they are over while the run lasts. */
  nonceSeconds?: number
  /** The clauses that it is about; all where it is absent. */
  only?: readonly string[]
}

/** The whole of each role; after it, what needs more time, another environment, or shorter times. */
const allCertifications: readonly Certification[] = [
  { id: 'merchant', role: 'merchant' },
  { id: 'merchant at length', role: 'merchant', depth: 'standard', only: ['WEBHOOK-11', 'WEBHOOK-12', 'WEBHOOK-14'] },
  { id: 'kyc', role: 'kyc' },
  { id: 'kyc in production', role: 'kyc', environment: 'production', only: ['GRANT-05', 'GRANT-09'] },
  { id: 'gateway', role: 'gateway' },
  { id: 'gateway in production', role: 'gateway', environment: 'production', only: ['PAYMENT-09'] },
  { id: 'gateway that forgets nonces', role: 'gateway', nonceSeconds: 0, only: ['AUTH-22'] },
  { id: 'gateway with short sessions', role: 'gateway', sessionSeconds: 3, only: ['PAGE-06'] },
]

// One role alone is soon tried again, while its part of the reference is worked on.
const onlyRole = process.env.MUTATION_ROLE

export const certifications = allCertifications.filter(({ role }) => onlyRole === undefined || role === onlyRole)

/** The name of a check in a certification; without a check, of what comes before all of them: the start, and the preflight. */
export const testId = ({ id }: Certification, check?: string): string => (check === undefined ? id : `${id}: ${check}`)

const roleOf = (file: string): string | undefined => /reference\/(gateway|merchant|kyc)\//.exec(file)?.[1]

/** What can tell a mutant: a certification, and those of its checks in which the mutant ran; all where it ran before them. */
export type Trial = { certification: Certification; among?: ReadonlySet<string> }

/** The trials of a mutant in a file, of which it is known in which tests it ran. */
export const trialsOf = (
  file: string,
  covering: readonly string[] = certifications.map(certification => testId(certification)),
): Trial[] => {
  const role = roleOf(file.replaceAll('\\', '/'))
  return certifications.flatMap(certification => {
    // A role's own files are loaded, but not used, when another role is certified.
    if (role !== undefined && role !== certification.role) return []
    if (covering.includes(testId(certification))) return [{ certification }]
    const prefix = testId(certification, '')
    const among = covering.filter(id => id.startsWith(prefix)).map(id => id.slice(prefix.length))
    return among.length > 0 ? [{ certification, among: new Set(among) }] : []
  })
}
