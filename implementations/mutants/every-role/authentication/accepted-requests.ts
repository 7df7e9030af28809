import { Refusal } from '../../../../protocol/errors.ts'
import { headerEncodingOf } from '../../../../protocol/profile.ts'
import { authenticationHeaders, verifyRequest } from '../../../../protocol/request/request.ts'
import { decodeSignature } from '../../../../protocol/signature/signature.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { readClaims } from '../../../../reference/every-role/authentication/headers.ts'
import type { AuthenticationRule, CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { perRole, type SharedMutant } from '../shared-mutant.ts'

/** Verifies paths without their prefix, like a router mounted below it. */
const verifyWithoutPrefix = (prefix: string): Partial<CommonPolicies> => ({
  verifyRequest: (parts, signer) => {
    const path = parts.path.startsWith(prefix) ? parts.path.slice(prefix.length) : parts.path
    return verifyRequest({ ...parts, path }, signer)
  },
})

const nonceIsWord: AuthenticationRule = ({ claims, operation }) =>
  (operation === 'payment.create' || operation === 'transfer.webhook') && !/^[0-9a-z]+$/i.test(claims.nonce)
    ? new Refusal('INVALID_REQUEST', 400, 'A nonce is letters and digits.')
    : undefined

/** Header names as the document writes them. */
const documentedNames: readonly string[] = authenticationHeaders

/** Reads only headers whose names are written as in the document. */
const readDocumentedNames: CommonPolicies['readClaims'] = (rawHeaders, profile) => {
  const isOther = (at: number) => at % 2 === 0 && !documentedNames.includes(rawHeaders[at] ?? '')
  return readClaims(
    rawHeaders.map((text, at) => (isOther(at) ? '' : text)),
    profile,
  )
}

/** Rejects signatures whose r or s begins with a zero byte, at the operations that begin a payment. */
const verifyLongSignatures: CommonPolicies['verifyRequest'] = (parts, signer) => {
  const compact = decodeSignature(parts.signature, headerEncodingOf(signer.dialect))
  const isShort = [compact?.[0], compact?.[32]].includes(0) && /(?:payment|orders)\/create$/.test(parts.path)
  return !isShort && verifyRequest(parts, signer)
}

/** Faults that refuse correct requests (AUTH-01). */
export const acceptedRequestMutants: readonly SharedMutant[] = [
  {
    name: 'payment requests are verified without the first part of their path',
    roles: ['gateway'],
    breaks: 'AUTH-01',
    alsoBreaks: ['PAYMENT-01'],
    story: 'The router for payments is mounted at /payment, and its request.path starts after that.',
    policies: verifyWithoutPrefix('/payment'),
  },
  ...perRole(
    {
      name: 'transfers are verified without the first part of their path',
      breaks: 'AUTH-01',
      story: 'The router for transfers is mounted at /transfer, and its request.path starts after that.',
      policies: verifyWithoutPrefix('/transfer'),
    },
    { gateway: ['TRANSFER-01', 'TRANSFER-17'], merchant: ['WEBHOOK-01', 'FLOW-01'] },
  ),
  ...perRole(
    {
      name: 'nonces have to be letters and digits at one operation',
      breaks: 'AUTH-01',
      story: 'The first caller sent only those.',
      policies: { authenticationRules: [...authenticationRules, nonceIsWord] },
    },
    { gateway: ['PAYMENT-01'], merchant: ['WEBHOOK-01', 'FLOW-01'] },
  ),
  {
    name: 'signatures are numbers without zeros before',
    roles: ['gateway', 'merchant'],
    breaks: 'AUTH-01',
    story:
      'r and s become numbers and are written as hexadecimal again for the library, which wants 64 digits of each.',
    policies: { verifyRequest: verifyLongSignatures },
  },
  {
    name: 'names of headers are compared with their case',
    roles: ['gateway', 'merchant'],
    breaks: 'AUTH-01',
    story: 'The raw list of headers is searched, since signatures are made over raw bytes too.',
    policies: { readClaims: readDocumentedNames },
  },
]
