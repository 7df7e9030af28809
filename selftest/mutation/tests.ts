import type { Role } from '../../protocol/operations.ts'

/** A certification of the reference that a mutant must pass to survive. */
export type Certification = {
  id: string
  role: Role
  environment?: 'test' | 'production'
  depth?: 'quick' | 'standard'
  /** The lifetime of a session in seconds, if one must end during the run. */
  sessionSeconds?: number
  /** How long a nonce is remembered, in seconds, if one must be forgotten during the run. */
  nonceSeconds?: number
  /** The clauses to certify; undefined: all. */
  only?: readonly string[]
}

/** Each role as a whole, then the parts that need more time, another environment or shorter lifetimes. */
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

// To work on the reference of one role.
const onlyRole = process.env.MUTATION_ROLE

export const certifications = allCertifications.filter(({ role }) => onlyRole === undefined || role === onlyRole)

/** Returns the name of a check in a certification; without one, that of the start and the preflight. */
export const testId = ({ id }: Certification, check?: string): string => (check === undefined ? id : `${id}: ${check}`)

const roleOf = (file: string): string | undefined => /reference\/(gateway|merchant|kyc)\//.exec(file)?.[1]

/** A certification that can notice a mutant, and the checks in which the mutant ran; absent if it ran before them. */
export type Trial = { certification: Certification; among?: ReadonlySet<string> }

/** Returns the trials of a mutant in a file, given the tests that ran it. */
export const trialsOf = (
  file: string,
  covering: readonly string[] = certifications.map(certification => testId(certification)),
): Trial[] => {
  const role = roleOf(file.replaceAll('\\', '/'))
  return certifications.flatMap(certification => {
    // A certification of another role loads a role's files, but does not use them.
    if (role !== undefined && role !== certification.role) return []
    if (covering.includes(testId(certification))) return [{ certification }]
    const prefix = testId(certification, '')
    const among = covering.filter(id => id.startsWith(prefix)).map(id => id.slice(prefix.length))
    return among.length > 0 ? [{ certification, among: new Set(among) }] : []
  })
}
