import { authenticationCodes, Refusal } from '../../../../protocol/errors.ts'
import { operations, roles } from '../../../../protocol/operations.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { callerIsKnown, callerKey } from '../../../../reference/every-role/authentication/caller.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import { refuse } from '../../../../reference/every-role/errors.ts'
import { without } from '../../../support/changes.ts'
import { isMetadata, refuseRequests } from '../../support/server-hooks.ts'
import { authenticatedRoles, perRole, type SharedMutant } from '../shared-mutant.ts'
import { readUnchecked } from './header-claims.ts'

const signatureIfKnown: AuthenticationRule = (attempt, service) =>
  attempt.publicKey === undefined ? undefined : requestIsSigned(attempt, service)

/** After the signature is verified, cuts the caller's OCID to 32 bits, as a column of that type would. */
const storeIn32Bits: AuthenticationRule = ({ claims }) => {
  claims.ocid = String(Number(claims.ocid) % 2 ** 32)
  return undefined
}

/** Returns a number with each possible digit appended. */
const continuations = (ocid: number): number[] => Array.from({ length: 10 }, (_, digit) => 10 * ocid + digit)

const isAuthenticationRefusal = ({ code, status }: Refusal): boolean =>
  status === 401 && authenticationCodes.some(known => known === code)

/** The clauses that name an error code. */
const clausesWithCode = [
  'AUTH-06',
  'AUTH-07',
  'AUTH-08',
  'AUTH-09',
  'AUTH-11',
  'AUTH-12',
  'AUTH-14',
  'AUTH-16',
] as const

const silentPorts = { reportBug: () => undefined }

const firewallError = {
  error: { code: 'FORBIDDEN', message: 'Automated requests are not allowed.', details: {} },
}

/** Faults in who may call, and in how other callers are refused. */
export const callerMutants: readonly SharedMutant[] = [
  {
    name: 'an unknown caller gets the error for a wrong signature',
    roles: authenticatedRoles,
    breaks: 'AUTH-16',
    story: 'Without a key nothing can be verified, and the error says so.',
    policies: {
      unknownCaller: (_operation, { refusalStatus }) => new Refusal('INVALID_SIGNATURE', refusalStatus, 'No key.'),
    },
  },
  {
    name: 'an unknown caller is not found',
    roles: authenticatedRoles,
    breaks: 'AUTH-16',
    alsoBreaks: ['AUTH-18'],
    story: 'The repository throws NOT_FOUND, and the error handler passes it on.',
    policies: { unknownCaller: () => new Refusal('NOT_FOUND', 404, 'There is no such participant.') },
  },
  ...perRole(
    {
      name: 'without a key nothing is verified',
      breaks: 'AUTH-16',
      story: 'if (key && !verify(key)) refuse(), assuming that a missing key is checked elsewhere.',
      policies: {
        authenticationRules: without(authenticationRules, callerIsKnown).map(check =>
          check === requestIsSigned ? signatureIfKnown : check,
        ),
      },
    },
    { gateway: ['AUTH-17', 'AUTH-18'], merchant: ['AUTH-17'] },
  ),
  {
    name: 'callers are known by 32 bits of their OCID',
    roles: authenticatedRoles,
    breaks: 'AUTH-16',
    alsoBreaks: ['AUTH-17'],
    kind: 'ends',
    story: 'The column of the callers is an unsigned int.',
    policies: {
      callerKey: (ocid, service) => callerKey(ocid % 2 ** 32, service),
      authenticationRules: [...authenticationRules, storeIn32Bits],
    },
  },
  {
    name: 'callers are known by the first digits of their OCID',
    roles: authenticatedRoles,
    breaks: 'AUTH-16',
    kind: 'confusables',
    story: 'The key cache is searched for names that begin with the OCID.',
    policies: {
      callerKey: async (ocid, service) => {
        const keys = await Promise.all([ocid, ...continuations(ocid)].map(one => callerKey(one, service)))
        return keys.find(key => key !== undefined)
      },
    },
  },
  {
    name: 'X-OC-ID is whatever Number makes of it',
    roles: authenticatedRoles,
    breaks: 'AUTH-17',
    story: 'Number() accepts fractions, exponents and hexadecimal digits.',
    policies: { readClaims: readUnchecked('ocid') },
  },
  {
    name: 'X-OC-ID goes into a bigint column as it is',
    roles: authenticatedRoles,
    breaks: 'AUTH-17',
    story: 'BigInt() throws on a word, and nothing catches it.',
    policies: {
      readClaims: (rawHeaders, profile) => {
        const claims = readUnchecked('ocid')(rawHeaders, profile)
        return { ...claims, ocid: String(claims.ocid && BigInt(claims.ocid)) }
      },
      callerKey: async (ocid, service) => (Number.isSafeInteger(ocid) ? callerKey(ocid, service) : undefined),
    },
    ports: silentPorts,
  },
  {
    name: 'refusals of the layer are answered 200',
    roles: authenticatedRoles,
    breaks: 'AUTH-18',
    alsoBreaks: ['AUTH-29'],
    story: 'The error is in the body, and the transport worked.',
    policies: {
      refuse: (refusal, operation) => ({
        ...refuse(refusal, operation),
        ...(isAuthenticationRefusal(refusal) ? { status: 200 } : {}),
      }),
    },
  },
  ...perRole(
    {
      name: 'the layer has one code for everything',
      breaks: 'AUTH-18',
      story: 'The reason for a refusal is logged, but not disclosed.',
      policies: {
        refuse: (refusal, operation) =>
          refuse(isAuthenticationRefusal(refusal) ? new Refusal('UNAUTHENTICATED', 401, 'No.') : refusal, operation),
      },
    },
    { gateway: [...clausesWithCode, 'AUTH-26'], merchant: clausesWithCode },
  ),
  {
    name: 'metadata needs the four headers',
    roles,
    breaks: 'AUTH-20',
    alsoBreaks: ['META-01'],
    story: 'The hook is registered for the whole server, and the exceptions were forgotten.',
    policies: { isPublic: operation => operation !== 'metadata' && !operations[operation].authenticated },
  },
  {
    name: 'metadata is forbidden to whom the firewall does not know',
    roles,
    breaks: 'AUTH-20',
    alsoBreaks: ['META-01'],
    story: 'Requests without Accept look like robots.',
    prepare: refuseRequests(request => isMetadata(request) && request.headers.accept === undefined, 403, firewallError),
  },
  {
    name: 'who is not let in is sent to the login',
    roles: authenticatedRoles,
    breaks: 'AUTH-29',
    story: 'The middleware was written for pages, and redirects to the login.',
    profile: { refusalStatus: 302 },
  },
]
