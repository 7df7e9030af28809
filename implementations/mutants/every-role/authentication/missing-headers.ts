import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../../protocol/errors.ts'
import { isObject, type Json } from '../../../../protocol/json/json.ts'
import { verifyRequest } from '../../../../protocol/request/request.ts'
import { unixSeconds } from '../../../../protocol/unix-seconds.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { nonceIsNew } from '../../../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule, CommonPolicies } from '../../../../reference/every-role/contract.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'
import { makeOptional, readIfPresent, readUnchecked, skipRulesWhen } from './header-claims.ts'

const silentPorts = { reportBug: () => undefined }

/** Returns the first OCID in a body. */
const ocidIn = (body: Json): Json | undefined => {
  if (!isObject(body)) return undefined
  const parts = [body.order, body.from, body.proof, body].filter(isObject)
  return parts.flatMap(part => part.ocid ?? part.issuer ?? [])[0]
}

/** Adds a missing X-OC-ID. */
const takeCallerFromBody = (server: FastifyInstance): void => {
  server.addHook('preValidation', async ({ raw, body, headers }) => {
    if (headers['x-oc-id'] !== undefined || !(body instanceof Uint8Array)) return
    const ocid = ocidIn(JSON.parse(Buffer.from(body).toString()) as Json)
    if (ocid !== undefined) raw.rawHeaders.push('X-OC-ID', String(ocid))
  })
}

/** Tries the key of every caller if X-OC-ID is missing. */
const identifySigner: AuthenticationRule = ({ claims, request }, { directory, profile }) => {
  if (claims.ocid !== '') return undefined
  for (const [ocid, publicKey] of directory.callerKeys) {
    const parts = { ...claims, ...request, ocid: String(ocid) }
    if (!verifyRequest(parts, { publicKey, dialect: profile })) continue
    identifiedClaims.add(Object.assign(claims, { ocid: String(ocid) }))
    return undefined
  }
  return new Refusal('UNKNOWN_OCID', profile.refusalStatus, 'This is not signed.')
}

const identifiedClaims = new WeakSet<object>()

/** Claims whose missing timestamp was replaced by the time of arrival: the request was signed a little earlier. */
const timedClaims = new WeakSet<object>()

const readWithArrivalTime: CommonPolicies['readClaims'] = (rawHeaders, profile) => {
  const claims = readIfPresent('timestamp')(rawHeaders, profile)
  if (claims.timestamp !== '') return claims
  const timed = { ...claims, timestamp: String(unixSeconds()) }
  timedClaims.add(timed)
  return timed
}

const signatureIsRecent: AuthenticationRule = ({ claims, request, publicKey = '' }, { profile }) => {
  const at = (ago: number) => ({ ...claims, ...request, timestamp: String(Number(claims.timestamp) - ago) })
  const isSigned = [0, 1, 2].some(ago => verifyRequest(at(ago), { publicKey, dialect: profile }))
  return isSigned ? undefined : new Refusal('INVALID_SIGNATURE', profile.refusalStatus, 'The request is not signed.')
}

/** Reads a missing header as a given text, verifies the signature with it, and exempts such requests from another rule. */
const readNothingAs = (
  claim: 'timestamp' | 'nonce',
  text: string,
  spared: AuthenticationRule,
): Partial<CommonPolicies> => ({
  readClaims: (rawHeaders, profile) => {
    const claims = readIfPresent(claim)(rawHeaders, profile)
    return claims[claim] === '' ? { ...claims, [claim]: text } : claims
  },
  authenticationRules: authenticationRules.map(
    (check): AuthenticationRule =>
      (attempt, service) =>
        check === spared && attempt.claims[claim] === text ? undefined : check(attempt, service),
  ),
})

/** Faults in how the four headers are required (AUTH-02 to AUTH-05). */
export const missingHeaderMutants: readonly SharedMutant[] = [
  {
    name: 'a missing X-OC-ID is read from the body',
    roles: authenticatedRoles,
    breaks: 'AUTH-02',
    story: 'const ocid = header ?? body.order.ocid, because the first version had no header.',
    prepare: takeCallerFromBody,
  },
  {
    name: 'a missing X-OC-ID is found out from the signature',
    roles: authenticatedRoles,
    breaks: 'AUTH-02',
    story: 'There are few callers, so their keys are simply tried.',
    policies: {
      readClaims: readIfPresent('ocid'),
      authenticationRules: [
        identifySigner,
        ...authenticationRules.map(
          (check): AuthenticationRule =>
            (attempt, service) =>
              identifiedClaims.has(attempt.claims) ? undefined : check(attempt, service),
        ),
      ],
    },
  },
  {
    name: 'requests without a timestamp are let through',
    roles: authenticatedRoles,
    breaks: 'AUTH-03',
    story: 'parseInt(undefined) throws nothing, NaN > 300 is false, and the catch around the rest calls next().',
    policies: makeOptional('timestamp'),
  },
  {
    name: 'a missing timestamp is the present',
    roles: authenticatedRoles,
    breaks: 'AUTH-03',
    story: 'Old clients send none, so the time of arrival is used, and the seconds before it are tried too.',
    policies: {
      readClaims: readWithArrivalTime,
      authenticationRules: authenticationRules.map(
        (check): AuthenticationRule =>
          (attempt, service) =>
            check === requestIsSigned && timedClaims.has(attempt.claims)
              ? signatureIsRecent(attempt, service)
              : check(attempt, service),
      ),
    },
  },
  {
    name: 'requests without a nonce are let through',
    roles: authenticatedRoles,
    breaks: 'AUTH-04',
    story: 'Buffer.from(undefined) throws, and the catch around the verification calls next().',
    policies: makeOptional('nonce'),
  },
  {
    name: 'a request without a nonce is verified as if it had an empty one',
    roles: authenticatedRoles,
    breaks: 'AUTH-04',
    kind: 'absences',
    story: "headers['x-oc-nonce'] ?? '', and if (nonce && seen.has(nonce)) refuse().",
    policies: readNothingAs('nonce', '', nonceIsNew),
  },
  {
    name: 'a request without a timestamp is verified as it prints',
    roles: authenticatedRoles,
    breaks: 'AUTH-03',
    kind: 'absences',
    story: 'The lines are joined with `${timestamp}`, and Math.abs(now - undefined) > 300 is false.',
    policies: readNothingAs('timestamp', 'undefined', requestIsFresh),
  },
  {
    name: 'one operation is not protected against requests without a nonce',
    roles: authenticatedRoles,
    breaks: 'AUTH-04',
    story: 'A repeated request gets the same response there, so a nonce seemed useless.',
    policies: makeOptional('nonce', 'payment.create', 'orders.create'),
  },
  {
    name: 'a signature that is missing is not verified',
    roles: authenticatedRoles,
    breaks: 'AUTH-05',
    story: 'if (signature && !verify(signature)) refuse().',
    policies: {
      readClaims: readUnchecked('signature'),
      authenticationRules: skipRulesWhen(({ claims }) => claims.signature === ''),
    },
  },
  {
    name: 'a request without a signature ends in a 500',
    roles: authenticatedRoles,
    breaks: 'AUTH-05',
    alsoBreaks: ['AUTH-29'],
    story: 'Buffer.from(undefined) throws, and nothing catches it.',
    policies: {
      readClaims: (rawHeaders, profile) => {
        const claims = readUnchecked('signature')(rawHeaders, profile)
        if (claims.signature === '') throw new TypeError('The "string" argument must be of type string.')
        return claims
      },
    },
    ports: silentPorts,
  },
  {
    name: 'one operation takes requests without a signature',
    roles: authenticatedRoles,
    breaks: 'AUTH-05',
    story: 'The route was written for a test bench that does not sign.',
    policies: makeOptional('signature', 'transfer.create', 'transfer.webhook'),
  },
]
