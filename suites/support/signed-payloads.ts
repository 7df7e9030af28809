import type { CheckContext } from '../../harness/context.ts'
import type { PendingResponse } from '../../harness/http/pending-response.ts'
import type { Actor } from '../../harness/run-context.ts'
import type { Json, JsonObject } from '../../protocol/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { signPayload } from '../../protocol/payload.ts'
import type { Eventual } from './authenticated-operations.ts'
import { verifiedOrder } from './gateway/signed-order.ts'
import { verifiedProof } from './merchant/signed-proof.ts'
import { type Clause, onEvery } from './parametrize.ts'

/** Another value of one member; `anyRefusal`: another check of the target may see it before the signature's does. */
export type Change = { path: string; value?: Json; anyRefusal?: true }

/** A payload whose signature the target verifies: an order at a gateway, a proof at a merchant. */
export type Verified = {
  operation: OperationName
  /** What it is, and the member of the body that it is in. */
  name: string
  /** The code that refuses it where its signature does not verify. */
  code: string
  signer: (context: CheckContext) => Actor
  sender: (context: CheckContext) => Actor
  /** A fresh payload with every member that the document has for it. */
  payload: (context: CheckContext) => Eventual<JsonObject>
  /** The rest of the body. */
  beside: (context: CheckContext, payload: JsonObject, signature: string) => JsonObject
  /** Another acceptable value of each member. */
  changed: (context: CheckContext) => readonly Change[]
  /** Members that may be absent. */
  optional: readonly string[]
  /** Members that have to be there: without one, another check may answer. */
  required: readonly string[]
  /** Changes below the top. */
  changedInside: (context: CheckContext, payload: JsonObject) => readonly Change[]
  /** Members below the top that may be signed without, and added afterwards. */
  insideOptional: readonly string[]
  /** Members that take any text. */
  texts: readonly string[]
}

/** Every payload that a target of some role verifies. */
export const verified: readonly Verified[] = [verifiedOrder, verifiedProof]

/** A payload with the signature of its signer. */
export type SignedPayload = { payload: JsonObject; signature: Json }

/** Sends a payload, written as `text` where that is given, in a body that is signed as it is written. */
export const sendPayload = (
  context: CheckContext,
  one: Verified,
  signed: Eventual<SignedPayload & { text?: string }>,
): PendingResponse => context.call(one.operation, bodyOf(context, one, signed), { as: one.sender(context) })

const bodyOf = async (context: CheckContext, one: Verified, signed: Eventual<SignedPayload & { text?: string }>) => {
  const { payload, signature, text = JSON.stringify(payload) } = await signed
  const beside = JSON.stringify(one.beside(context, payload, String(signature))).slice(1, -1)
  const members = [`"${one.name}":${text}`, `"signature":${JSON.stringify(signature)}`, ...(beside ? [beside] : [])]
  return `{${members.join(',')}}`
}

/** A fresh payload, or the one given, with the signature of its signer. */
export const signed = async (
  context: CheckContext,
  one: Verified,
  given: Eventual<JsonObject> = one.payload(context),
): Promise<SignedPayload & { signature: string }> => {
  const payload = await given
  return { payload, signature: signPayload(payload, one.signer(context).key, context.dialect) }
}

/** A suite of the same checks on every payload that a target verifies. */
export const onEveryVerified = (id: string, checks: (clause: Clause, one: Verified) => void) =>
  onEvery(id, verified, checks)
