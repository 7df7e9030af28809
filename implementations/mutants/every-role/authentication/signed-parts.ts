import { type RequestParts, verifyRequest } from '../../../../protocol/request/request.ts'
import type { CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'

/** Verifies a signature over a request as `read` reads it. */
const verifyRead = (read: (parts: RequestParts) => Partial<RequestParts>): Partial<CommonPolicies> => ({
  verifyRequest: (parts, signer) => verifyRequest({ ...parts, ...read(parts) }, signer),
})

/** Also accepts a signature over a changed request. */
const alsoSignedFor = (change: (parts: RequestParts) => Partial<RequestParts>): Partial<CommonPolicies> => ({
  verifyRequest: (parts, signer) =>
    verifyRequest(parts, signer) || verifyRequest({ ...parts, ...change(parts) }, signer),
})

/** Faults in how the parts of a request are read before its signature is verified. */
export const signedPartMutants: readonly SharedMutant[] = [
  {
    name: 'a signature for an empty body is good for any',
    roles: authenticatedRoles,
    breaks: 'AUTH-08',
    story: 'If the body was already read, there is nothing left to hash; a second attempt without it fixed that.',
    policies: alsoSignedFor(() => ({ body: '' })),
  },
  {
    name: 'a signature for a nonce that is not defined is good for any',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    story: 'One client signed the member before it set it, and was accommodated.',
    policies: alsoSignedFor(() => ({ nonce: 'undefined' })),
  },
  {
    name: 'a signature without a timestamp is good for any',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    story: 'The first edition of the library did not send one.',
    policies: alsoSignedFor(() => ({ timestamp: '' })),
  },
  {
    name: 'a signature over the nonce in small letters is taken as well',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    kind: 'confusables',
    story: 'A client sent capitals and signed lower case, so both are tried; nonces are remembered as received.',
    policies: alsoSignedFor(({ nonce }) => ({ nonce: nonce.toLowerCase() })),
  },
  {
    name: 'a signature over the digits of a nonce without its zeros is taken as well',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    kind: 'confusables',
    story: 'A client signs the number but sends it padded; nonces are remembered as received.',
    policies: alsoSignedFor(({ nonce }) => ({ nonce: nonce.replace(/^0+/, '') })),
  },
  {
    name: 'only the first 64 KiB of a body are hashed',
    roles: authenticatedRoles,
    breaks: 'AUTH-01',
    kind: 'ends',
    story: 'The hash is taken from the first chunk: request.once("data", …).',
    policies: verifyRead(({ body }) => ({ body: body.slice(0, 65_536) })),
  },
]
