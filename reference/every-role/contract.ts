import type { Refusal } from '../../protocol/errors.ts'
import type { Json, JsonObject } from '../../protocol/json/json.ts'
import type { metadataDocument } from '../../protocol/metadata.ts'
import type { OperationName } from '../../protocol/operations.ts'
import type { Profile } from '../../protocol/profile.ts'
import type { verifyRequest } from '../../protocol/request/request.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import type { signPayload, verifyPayload } from '../../protocol/signature/payload.ts'
import type { SchemaName, Violation } from '../../schemas/validate.ts'
import type { Directory } from '../service/directory.ts'
import type { Ports } from '../service/ports.ts'
import type { Serving } from '../service/serving.ts'
import type { NonceMemory } from './authentication/nonce-memory.ts'

/** The answer to a request before it is encoded; `type` replaces the content type `application/json`. */
export type JsonResponse = { status: number; body: JsonObject; type?: string }

/** A request as received: the path as on the request line, header names and values alternating, the bytes of the body. */
export type ReceivedRequest = { method: string; path: string; rawHeaders: readonly string[]; body: Uint8Array }

/** The values of the four headers, as sent. */
export type Claims = { ocid: string; timestamp: string; nonce: string; signature: string }

/** The subject of the authentication rules. `publicKey` belongs to the OCID in the claims. */
type AuthenticationAttempt = {
  operation: OperationName
  request: ReceivedRequest
  claims: Claims
  publicKey: string | undefined
}

/** One rule of authentication: the refusal if the request does not meet it. */
export type AuthenticationRule = (
  attempt: AuthenticationAttempt,
  service: Service,
) => Refusal | undefined | Promise<Refusal | undefined>

/** Finds the public key that an OCID publishes, or undefined. */
export type KeySource = { get: (ocid: number, service: Service) => Promise<string | undefined> }

/** The decisions that every role makes; each can be replaced on its own. */
export type CommonPolicies = {
  metadata: typeof metadataDocument
  /** Write a success, and a refusal. */
  answer: (operation: OperationName, body: JsonObject) => JsonResponse
  refuse: (refusal: Refusal, operation: OperationName | undefined) => JsonResponse
  encode: (body: JsonObject) => string
  /** Whether an operation needs none of the four headers. */
  isPublic: (operation: OperationName) => boolean
  readClaims: (rawHeaders: readonly string[], profile: Profile) => Claims
  callerKey: (ocid: number, service: Service) => Promise<string | undefined>
  /** Reads a key from a metadata document. */
  publishedKey: (ocid: number, service: Service) => Promise<string | undefined>
  keyCacheTtlMs: number
  unknownCaller: (operation: OperationName, profile: Profile) => Refusal
  /** The rules of authentication, in order. */
  authenticationRules: readonly AuthenticationRule[]
  isFresh: (sent: number, now: number, profile: Profile) => boolean
  verifyRequest: typeof verifyRequest
  admitNonce: (claims: Claims, nonces: NonceMemory, service: Service) => boolean | Promise<boolean>
  parseBody: (bytes: Uint8Array) => Json
  shapeViolations: (schema: SchemaName, body: Json) => Violation[]
  signPayload: typeof signPayload
  verifyPayload: typeof verifyPayload
}

/** The parts of a role that do not depend on its operations. */
export type Service<Policies extends CommonPolicies = CommonPolicies> = {
  ocid: number
  name: string
  key: PrivateKey
  profile: Profile
  environment: 'test' | 'production'
  /** The base address without a final slash; known once the server listens. */
  endpoint: () => string
  serving: Serving
  directory: Directory
  nonces: NonceMemory
  /** Keys read from the metadata of callers and issuers. */
  keyCache: KeySource
  ports: Ports
  policies: Policies
}
