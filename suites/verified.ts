import type { Json, JsonObject } from '../protocol/json.ts'
import type { OperationName } from '../protocol/operations.ts'
import { signPayload } from '../protocol/payload.ts'
import type { Eventual } from './authenticated.ts'
import { type Clause, onEvery } from './every.ts'
import { verifiedOrder } from './gateway/verified-order.ts'
import type { Sent } from './harness/sent.ts'
import type { Actor } from './harness/session.ts'
import type { Stage } from './harness/stage.ts'
import { verifiedProof } from './merchant/verified-proof.ts'

/** Another value of one member; `anyRefusal`: another check of the target may see it before the signature's does. */
export type Change = { path: string; value?: Json; anyRefusal?: true }

/** A payload whose signature the target verifies: an order at a gateway, a proof at a merchant. */
export type Verified = {
  operation: OperationName
  /** What it is, and the member of the body that it is in. */
  name: string
  /** The code that refuses it where its signature does not verify. */
  code: string
  signer: (stage: Stage) => Actor
  sender: (stage: Stage) => Actor
  /** A fresh payload with every member that the document has for it. */
  payload: (stage: Stage) => Eventual<JsonObject>
  /** The rest of the body. */
  beside: (stage: Stage, payload: JsonObject, signature: string) => JsonObject
  /** Another acceptable value of each member. */
  changed: (stage: Stage) => readonly Change[]
  /** Members that may be absent. */
  optional: readonly string[]
  /** Members that have to be there: without one, another check may answer. */
  required: readonly string[]
  /** Changes below the top. */
  changedInside: (stage: Stage, payload: JsonObject) => readonly Change[]
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
export const sendPayload = (stage: Stage, one: Verified, signed: Eventual<SignedPayload & { text?: string }>): Sent =>
  stage.call(one.operation, bodyOf(stage, one, signed), { as: one.sender(stage) })

const bodyOf = async (stage: Stage, one: Verified, signed: Eventual<SignedPayload & { text?: string }>) => {
  const { payload, signature, text = JSON.stringify(payload) } = await signed
  const beside = JSON.stringify(one.beside(stage, payload, String(signature))).slice(1, -1)
  const members = [`"${one.name}":${text}`, `"signature":${JSON.stringify(signature)}`, ...(beside ? [beside] : [])]
  return `{${members.join(',')}}`
}

/** A fresh payload, or the one given, with the signature of its signer. */
export const signed = async (
  stage: Stage,
  one: Verified,
  given: Eventual<JsonObject> = one.payload(stage),
): Promise<SignedPayload & { signature: string }> => {
  const payload = await given
  return { payload, signature: signPayload(payload, one.signer(stage).key, stage.dialect) }
}

/** A suite of the same checks on every payload that a target verifies. */
export const onEveryVerified = (id: string, checks: (clause: Clause, one: Verified) => void) =>
  onEvery(id, verified, checks)
