import { verifyRequest } from '../../../../protocol/request/request.ts'
import { verifyPayload } from '../../../../protocol/signature/payload.ts'
import { decodeSignature } from '../../../../protocol/signature/signature.ts'
import { shapeViolations } from '../../../../reference/every-role/wire-format/bodies.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'
import { isZero } from './signed-text.ts'

const decodeOrThrow = (signature: unknown): void => {
  if (decodeSignature(signature) === undefined) throw new RangeError('signature is not 64 bytes')
}

const first64Bytes = (signature: unknown): unknown =>
  typeof signature === 'string' ? signature.slice(0, 128) : signature

/** Returns the text of a signature with s first. */
const sFirst = (signature: unknown): string => String(signature).slice(64) + String(signature).slice(0, 64)

const silentPorts = { reportBug: () => undefined }

/** Faults that accept, or crash on, a malformed signature (SIG-03, SIG-05, AUTH-06). */
export const degenerateSignatureMutants: readonly SharedMutant[] = [
  {
    name: 'a signature of a payload may have s before r',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'SIG-03',
    profile: { signatureEncoding: 'compact-hex' },
    story: 'One partner wrote them that way, and both have been tried since.',
    policies: {
      verifyPayload: (payload, signature, signer) =>
        verifyPayload(payload, signature, signer) || verifyPayload(payload, sFirst(signature), signer),
    },
  },
  {
    name: 'a signature of a request may have s before r',
    roles: authenticatedRoles,
    kind: 'confusables',
    breaks: 'AUTH-06',
    profile: { signatureEncoding: 'compact-hex' },
    story: 'One partner wrote them that way, and both have been tried since.',
    policies: {
      verifyRequest: (parts, signer) =>
        verifyRequest(parts, signer) || verifyRequest({ ...parts, signature: sFirst(parts.signature) }, signer),
    },
  },
  {
    name: 'r and s of zero verify',
    roles: authenticatedRoles,
    breaks: 'SIG-05',
    story: 'A home-grown curve compares the point at infinity with zero.',
    policies: {
      verifyPayload: (payload, signature, signer) => isZero(signature) || verifyPayload(payload, signature, signer),
      verifyRequest: (parts, signer) => isZero(parts.signature) || verifyRequest(parts, signer),
    },
  },
  {
    name: 'a malformed signature ends in a 500',
    roles: authenticatedRoles,
    breaks: 'SIG-05',
    story: 'The library throws if there are too few bytes, and nothing catches it.',
    policies: {
      verifyPayload: (payload, signature, signer) => {
        decodeOrThrow(signature)
        return verifyPayload(payload, signature, signer)
      },
      verifyRequest: (parts, signer) => {
        decodeOrThrow(parts.signature)
        return verifyRequest(parts, signer)
      },
    },
    ports: silentPorts,
  },
  {
    name: 'what follows a signature is not looked at',
    roles: authenticatedRoles,
    breaks: 'SIG-05',
    story: 'Buffer.from(text, "hex").subarray(0, 64).',
    policies: {
      verifyPayload: (payload, signature, signer) => verifyPayload(payload, first64Bytes(signature), signer),
      verifyRequest: (parts, signer) =>
        verifyRequest({ ...parts, signature: String(first64Bytes(parts.signature)) }, signer),
    },
  },
  {
    name: 'a list of one signature is a signature',
    roles: authenticatedRoles,
    breaks: 'SIG-05',
    story: 'String([signature]) is the signature, and the schema is only documentation.',
    policies: {
      shapeViolations: (schema, body) => shapeViolations(schema, body).filter(({ path }) => path !== '/signature'),
      verifyPayload: (payload, signature, signer) => verifyPayload(payload, String(signature), signer),
    },
  },
]
