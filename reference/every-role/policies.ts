import { metadataDocument } from '../../protocol/metadata.ts'
import { verifyRequest } from '../../protocol/request/request.ts'
import { signPayload, verifyPayload } from '../../protocol/signature/payload.ts'
import { authenticationRules } from './authentication/authenticate.ts'
import { callerKey, unknownCaller } from './authentication/caller.ts'
import { isPublic, readClaims } from './authentication/headers.ts'
import { admitNonce } from './authentication/nonce.ts'
import { isFresh } from './authentication/timestamp.ts'
import type { CommonPolicies } from './contract.ts'
import { refuse } from './errors.ts'
import { keyCacheTtlMs, publishedKey } from './metadata/peer-key.ts'
import { answer, encode, parseBody, shapeViolations } from './wire-format/bodies.ts'

/** The reference's decisions (heading "Authentication", and the reference profile). */
export const commonPolicies: CommonPolicies = {
  metadata: metadataDocument,
  answer,
  refuse,
  encode,
  isPublic,
  readClaims,
  callerKey,
  publishedKey,
  keyCacheTtlMs,
  unknownCaller,
  authenticationRules,
  isFresh,
  verifyRequest,
  admitNonce,
  parseBody,
  shapeViolations,
  signPayload,
  verifyPayload,
}
