import type { CheckContext } from '../../../harness/context.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { Json, JsonObject } from '../../../protocol/json/json.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import type { Eventual } from '../authentication/authenticated-operation.ts'

/** Another value of one member; `anyRefusal`: another check of the target may refuse it before the signature is verified. */
export type Change = { path: string; value?: Json; anyRefusal?: true }

/** A payload and the signature to send with it. */
export type SignedPayload = { payload: JsonObject; signature: Json }

/** A kind of payload whose signature the target verifies: an order at a gateway, a proof at a merchant. */
export type PayloadType = {
  operation: OperationName
  /** Its name, which is also its member in the body. */
  name: string
  /** The code that refuses an invalid signature. */
  refusalCode: string
  signer: (context: CheckContext) => Actor
  sender: (context: CheckContext) => Actor
  /** Returns a fresh payload with every member that the document lists. */
  create: (context: CheckContext) => Eventual<JsonObject>
  /** Returns one with lists of several elements. */
  createLong?: (context: CheckContext) => Eventual<JsonObject>
  /** Returns the rest of the body. */
  otherMembers: (context: CheckContext, payload: JsonObject, signature: string) => JsonObject
  /** Another acceptable value for each member. */
  changes: (context: CheckContext) => readonly Change[]
  /** Changes below the top level. */
  nestedChanges: (context: CheckContext, payload: JsonObject) => readonly Change[]
  optional: readonly string[]
  /** Required members: without one, another check of the target may refuse the payload. */
  required: readonly string[]
  /** Members below the top level that can be omitted when signing and added afterwards. */
  nestedOptional: readonly string[]
  /** Paths of members that accept any text. */
  textPaths: readonly string[]
}
