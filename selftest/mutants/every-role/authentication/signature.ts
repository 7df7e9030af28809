import { Refusal } from '../../../../protocol/errors.ts'
import { operations } from '../../../../protocol/operations.ts'
import { verifyRequest } from '../../../../protocol/request.ts'
import { decodeSignature } from '../../../../protocol/signature.ts'
import {
  type AuthenticationRule,
  authenticationRules,
  requestIsSigned,
} from '../../../../reference/every-role/authentication/authenticate.ts'
import type { Service } from '../../../../reference/every-role/contract.ts'
import { replaced, without } from '../../../support/changes.ts'
import { callees, inEach, type SharedMutant } from '../shared-mutant.ts'

/** Refused as nobody, who is nobody: so that nobody can find out who is known. */
const signedOrUnknown: AuthenticationRule = async (attempt, service) =>
  (await requestIsSigned(attempt, service)) &&
  new Refusal('UNKNOWN_OCID', service.profile.refusalStatus, 'The caller is not known.')

const signedWithOneOf =
  (keysOf: (service: Service) => string[]): AuthenticationRule =>
  (attempt, service) =>
    keysOf(service).some(publicKey => requestIsSigned({ ...attempt, publicKey }, service) === undefined)
      ? undefined
      : requestIsSigned(attempt, service)

const everyKey = ({ directory }: Service): string[] => [...directory.callerKeys.values()]

const signing = (check: AuthenticationRule) => ({
  authenticationRules: replaced(authenticationRules, requestIsSigned, check),
})

/** What is signed, but for some of it. */
const signedText = (...parts: string[]) => ({
  canonicalRequest: { template: parts.map(part => `\${${part}}`).join('\n') },
})

const paths = Object.values(operations).map(({ path }) => path)

/** What falls where no signature of a request is verified. */
const notCovered = ['AUTH-07', 'AUTH-08', 'AUTH-09', 'AUTH-10', 'SIG-05'] as const

/** Faults in whose signature of a request it has to be, and in what it covers. */
export const requestSignatureMutants: readonly SharedMutant[] = [
  ...inEach(
    {
      name: 'signatures of requests are not verified',
      breaks: 'AUTH-06',
      story: 'verify() returns a promise, and a promise is truthy.',
      policies: { authenticationRules: without(authenticationRules, requestIsSigned) },
    },
    { gateway: [...notCovered, 'AUTH-26'], merchant: notCovered },
  ),
  ...inEach(
    {
      name: 'a signature of a request has to be one, of whomever',
      breaks: 'AUTH-06',
      story: 'The key is recovered from the signature, and compared with nothing.',
      policies: { verifyRequest: ({ signature }) => decodeSignature(signature) !== undefined },
    },
    { gateway: [...notCovered, 'AUTH-26'], merchant: notCovered },
  ),
  ...inEach(
    {
      name: 'a wrong signature is answered as if the caller were unknown',
      breaks: 'AUTH-06',
      story: 'So that nobody can find out who is known.',
      policies: signing(signedOrUnknown),
    },
    { gateway: ['AUTH-07', 'AUTH-08', 'AUTH-09', 'AUTH-26'], merchant: ['AUTH-07', 'AUTH-08', 'AUTH-09'] },
  ),
  {
    name: 'any caller may sign for any other',
    roles: callees,
    breaks: 'AUTH-07',
    story: 'The keys were loaded into one ring, and the ring says that the signature is good.',
    policies: signing(signedWithOneOf(everyKey)),
  },
  {
    name: 'the first caller of the list may sign for all',
    roles: callees,
    breaks: 'AUTH-07',
    story: 'keys[ocid] ?? keys[0] became keys[ocid] || keys[0] in both places.',
    policies: signing(signedWithOneOf(service => everyKey(service).slice(0, 1))),
  },
  {
    name: 'the body is not signed',
    roles: callees,
    breaks: 'AUTH-08',
    story: 'The body was not parsed yet where the signature is verified.',
    profile: signedText('method', 'path', 'ocid', 'timestamp', 'nonce'),
  },
  {
    name: 'the nonce is not signed',
    roles: callees,
    breaks: 'AUTH-09',
    story: 'The nonce was added when the canonical request was settled already.',
    profile: signedText('method', 'path', 'ocid', 'timestamp', 'bodyHash'),
  },
  {
    name: 'the timestamp is not signed',
    roles: callees,
    breaks: 'AUTH-09',
    story: 'The nonce makes a request unique, so the timestamp looked superfluous.',
    profile: signedText('method', 'path', 'ocid', 'nonce', 'bodyHash'),
  },
  {
    name: 'a timestamp may be off by a second from the one that was signed',
    roles: callees,
    breaks: 'AUTH-09',
    story: 'One client rounded twice, in two ways, and was helped.',
    policies: {
      verifyRequest: ({ timestamp, ...parts }, signer) =>
        [0, -1, 1].some(off => verifyRequest({ ...parts, timestamp: String(Number(timestamp) + off) }, signer)),
    },
  },
  {
    name: 'the path is not signed',
    roles: callees,
    breaks: 'AUTH-10',
    story: 'Proxies rewrite it, so it was left out.',
    profile: signedText('method', 'ocid', 'timestamp', 'nonce', 'bodyHash'),
  },
  {
    name: 'a signature for one operation is good for all',
    roles: callees,
    breaks: 'AUTH-10',
    story: 'A gateway of the cloud rewrites paths, so that every known path is tried.',
    policies: {
      verifyRequest: (parts, signer) => [parts.path, ...paths].some(path => verifyRequest({ ...parts, path }, signer)),
    },
  },
]
