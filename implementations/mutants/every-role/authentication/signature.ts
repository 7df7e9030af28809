import { Refusal } from '../../../../protocol/errors.ts'
import { operations } from '../../../../protocol/operations.ts'
import { verifyRequest } from '../../../../protocol/request/request.ts'
import { decodeSignature } from '../../../../protocol/signature/signature.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import type { AuthenticationRule, Service } from '../../../../reference/every-role/contract.ts'
import { replace, without } from '../../../support/changes.ts'
import { authenticatedRoles, perRole, type SharedMutant } from '../shared-mutant.ts'

/** Answers a wrong signature like an unknown caller, to prevent enumeration of callers. */
const signatureElseUnknown: AuthenticationRule = async (attempt, service) =>
  (await requestIsSigned(attempt, service)) &&
  new Refusal('UNKNOWN_OCID', service.profile.refusalStatus, 'The caller is not known.')

const verifyWithAnyKey =
  (keysOf: (service: Service) => string[]): AuthenticationRule =>
  (attempt, service) =>
    keysOf(service).some(publicKey => requestIsSigned({ ...attempt, publicKey }, service) === undefined)
      ? undefined
      : requestIsSigned(attempt, service)

const callerKeysOf = ({ directory }: Service): string[] => [...directory.callerKeys.values()]

const replaceSignatureRule = (check: AuthenticationRule) => ({
  authenticationRules: replace(authenticationRules, requestIsSigned, check),
})

/** Signs only some parts of a request. */
const signParts = (...parts: string[]) => ({
  canonicalRequest: { template: parts.map(part => `\${${part}}`).join('\n') },
})

const operationPaths = Object.values(operations).map(({ path }) => path)

/** The clauses that fail as well if no request signature is verified. */
const signatureClauses = ['AUTH-07', 'AUTH-08', 'AUTH-09', 'AUTH-10', 'SIG-05'] as const

/** Faults in who must sign a request, and in the coverage of the signature. */
export const requestSignatureMutants: readonly SharedMutant[] = [
  ...perRole(
    {
      name: 'signatures of requests are not verified',
      breaks: 'AUTH-06',
      story: 'verify() returns a promise, and a promise is truthy.',
      policies: { authenticationRules: without(authenticationRules, requestIsSigned) },
    },
    { gateway: [...signatureClauses, 'AUTH-26'], merchant: signatureClauses },
  ),
  ...perRole(
    {
      name: 'a signature of a request has to be one, of whomever',
      breaks: 'AUTH-06',
      story: 'The key is recovered from the signature, but compared with nothing.',
      policies: { verifyRequest: ({ signature }) => decodeSignature(signature) !== undefined },
    },
    { gateway: [...signatureClauses, 'AUTH-26'], merchant: signatureClauses },
  ),
  ...perRole(
    {
      name: 'a wrong signature is answered as if the caller were unknown',
      breaks: 'AUTH-06',
      story: 'It hides who is registered.',
      policies: replaceSignatureRule(signatureElseUnknown),
    },
    { gateway: ['AUTH-07', 'AUTH-08', 'AUTH-09', 'AUTH-26'], merchant: ['AUTH-07', 'AUTH-08', 'AUTH-09'] },
  ),
  {
    name: 'any caller may sign for any other',
    roles: authenticatedRoles,
    breaks: 'AUTH-07',
    story: 'All keys were loaded into one key ring, and the ring says that the signature is good.',
    policies: replaceSignatureRule(verifyWithAnyKey(callerKeysOf)),
  },
  {
    name: 'the first caller of the list may sign for all',
    roles: authenticatedRoles,
    breaks: 'AUTH-07',
    story: 'keys[ocid] ?? keys[0] became keys[ocid] || keys[0] in both places.',
    policies: replaceSignatureRule(verifyWithAnyKey(service => callerKeysOf(service).slice(0, 1))),
  },
  {
    name: 'the body is not signed',
    roles: authenticatedRoles,
    breaks: 'AUTH-08',
    story: 'The body is not parsed yet when the signature is verified.',
    profile: signParts('method', 'path', 'ocid', 'timestamp', 'nonce'),
  },
  {
    name: 'of a request only the headers are signed',
    roles: authenticatedRoles,
    breaks: 'AUTH-08',
    alsoBreaks: ['AUTH-10'],
    story: 'The signature covers a token, made once for each nonce.',
    profile: signParts('ocid', 'timestamp', 'nonce'),
  },
  {
    name: 'the nonce is not signed',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    story: 'The nonce was added after the canonical request was agreed.',
    profile: signParts('method', 'path', 'ocid', 'timestamp', 'bodyHash'),
  },
  {
    name: 'the timestamp is not signed',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    story: 'The nonce makes a request unique, so the timestamp looked unnecessary.',
    profile: signParts('method', 'path', 'ocid', 'nonce', 'bodyHash'),
  },
  {
    name: 'a timestamp may be off by a second from the one that was signed',
    roles: authenticatedRoles,
    breaks: 'AUTH-09',
    story: 'One client rounded twice, in two ways, and was accommodated.',
    policies: {
      verifyRequest: ({ timestamp, ...parts }, signer) =>
        [0, -1, 1].some(off => verifyRequest({ ...parts, timestamp: String(Number(timestamp) + off) }, signer)),
    },
  },
  {
    name: 'the path is not signed',
    roles: authenticatedRoles,
    breaks: 'AUTH-10',
    story: 'Proxies rewrite it, so it was left out.',
    profile: signParts('method', 'ocid', 'timestamp', 'nonce', 'bodyHash'),
  },
  {
    name: 'a signature for one operation is good for all',
    roles: authenticatedRoles,
    breaks: 'AUTH-10',
    story: 'A cloud gateway rewrites paths, so every known path is tried.',
    policies: {
      verifyRequest: (parts, signer) =>
        [parts.path, ...operationPaths].some(path => verifyRequest({ ...parts, path }, signer)),
    },
  },
]
