import type { Refusal } from '../../../../protocol/errors.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import { replace } from '../../../support/changes.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'

const memories = new WeakMap<object, Set<string>>()

const memoryOf = (service: object): Set<string> => {
  const memory = memories.get(service) ?? new Set<string>()
  memories.set(service, memory)
  return memory
}

type Attempt = Parameters<AuthenticationRule>[0]

/** Verifies a signature unless a request with the same key was verified before. */
const verifiedOnce = (keyOf: (attempt: Attempt) => string) => {
  const rule: AuthenticationRule = async (attempt, service) => {
    const known = memoryOf(service)
    const key = `${attempt.claims.ocid} ${keyOf(attempt)}`
    const refusal = known.has(key) ? undefined : await requestIsSigned(attempt, service)
    if (refusal === undefined) known.add(key)
    return refusal
  }
  return { authenticationRules: replace(authenticationRules, requestIsSigned, rule) }
}

const refusals = new WeakMap<object, Map<string, Refusal>>()

/** Refuses a request if one with the same body was refused before, from any caller. */
const refusedBefore: AuthenticationRule = async (attempt, service) => {
  const refused = refusals.get(service) ?? new Map<string, Refusal>()
  refusals.set(service, refused)
  const key = Buffer.from(attempt.request.body).toString('base64')
  const refusal = refused.get(key) ?? (await requestIsSigned(attempt, service))
  if (refusal !== undefined) refused.set(key, refusal)
  return refusal
}

/** Frees the stored nonce of a request whose signature is wrong. */
const signedOrFree: AuthenticationRule = async (attempt, service) => {
  const refusal = await requestIsSigned(attempt, service)
  if (refusal !== undefined) memoryOf(service).delete(`${attempt.claims.ocid} ${attempt.claims.nonce}`)
  return refusal
}

/** Faults in the memory of earlier requests. */
export const knownRequestMutants: readonly SharedMutant[] = [
  {
    name: 'a body that was verified once is not verified again',
    roles: authenticatedRoles,
    breaks: 'AUTH-06',
    alsoBreaks: ['AUTH-09'],
    kind: 'models',
    story: 'Verifying is slow, so its result is cached by the hash of the body.',
    policies: verifiedOnce(({ request }) => Buffer.from(request.body).toString('base64')),
  },
  {
    name: 'a signature of a request that was good once is good',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    alsoBreaks: ['AUTH-06'],
    kind: 'models',
    story: 'Verifying is slow, so its result is cached by the signature.',
    policies: verifiedOnce(({ claims }) => claims.signature),
  },
  {
    name: 'a body whose signature was wrong once is refused from then on',
    roles: authenticatedRoles,
    breaks: 'AUTH-01',
    alsoBreaks: ['AUTH-14'],
    kind: 'models',
    story: 'Verifying is slow, so its result is cached by the hash of the body, but only if it is bad.',
    policies: { authenticationRules: replace(authenticationRules, requestIsSigned, refusedBefore) },
  },
  {
    name: 'a wrong signature frees the nonce that it comes with',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    kind: 'models',
    story: 'A refused request rolls back its nonce, even if it did not store it.',
    policies: {
      authenticationRules: replace(authenticationRules, requestIsSigned, signedOrFree),
      admitNonce: ({ ocid, nonce }, _nonces, service) => {
        const known = memoryOf(service)
        const isNew = !known.has(`${ocid} ${nonce}`)
        known.add(`${ocid} ${nonce}`)
        return isNew
      },
    },
  },
]
