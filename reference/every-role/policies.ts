import type { Refusal } from '../../protocol/errors.ts'
import type { Json, JsonObject } from '../../protocol/json.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import { signPayload, verifyPayload } from '../../protocol/payload.ts'
import type { Profile } from '../../protocol/profile.ts'
import { verifyRequest } from '../../protocol/request.ts'
import type { SchemaName, Violation } from '../../schemas/validate.ts'
import {
  type AuthenticationRule,
  admitNonce,
  authenticationRules,
  type Claims,
  callerKey,
  isFresh,
  readClaims,
  unknownCaller,
} from './authentication/authenticate.ts'
import type { Nonces } from './authentication/nonce.ts'
import type { Service } from './contract.ts'
import { type Answer, answer, encode, refuse } from './errors.ts'
import { keyCacheTtlMs, publishedKey } from './metadata/published-key.ts'
import { parseBody, shapeViolations } from './wire-format.ts'

/** The decisions that every role makes; each can be replaced on its own. */
export type CommonPolicies = {
  metadata: typeof metadataDocument
  /** How a success, and a refusal, is written. */
  answer: (operation: OperationName, body: JsonObject) => Answer
  refuse: (refusal: Refusal, operation: OperationName | undefined) => Answer
  encode: (body: JsonObject) => string
  /** Whether an operation needs none of the four headers. */
  isPublic: (operation: OperationName) => boolean
  readClaims: (rawHeaders: readonly string[], profile: Profile) => Claims
  callerKey: (ocid: number, service: Service) => Promise<string | undefined>
  /** Reads a key from metadata. */
  publishedKey: (ocid: number, service: Service) => Promise<string | undefined>
  keyCacheTtlMs: number
  unknownCaller: (operation: OperationName, profile: Profile) => Refusal
  /** The authentication layer's own checks, in order. */
  authenticationRules: readonly AuthenticationRule[]
  isFresh: (sent: number, now: number, profile: Profile) => boolean
  verifyRequest: typeof verifyRequest
  admitNonce: (claims: Claims, nonces: Nonces, service: Service) => boolean | Promise<boolean>
  parseBody: (bytes: Uint8Array) => Json
  shapeViolations: (schema: SchemaName, body: Json) => Violation[]
  signPayload: typeof signPayload
  verifyPayload: typeof verifyPayload
}

const isPublic = (operation: OperationName): boolean => !operations[operation].authenticated

/** What the reference decides (heading "Authentication", and the reference profile). */
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
