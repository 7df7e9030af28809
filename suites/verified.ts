import type { Json, JsonObject } from '../protocol/json.ts'
import type { OperationName } from '../protocol/operations.ts'
import { type Clause, onEvery } from './every.ts'
import { verifiedOrder } from './gateway/verified-order.ts'
import type { Sent } from './harness/sent.ts'
import type { Actor } from './harness/session.ts'
import type { Stage } from './harness/stage.ts'

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
  payload: (stage: Stage) => JsonObject
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
  /** Members that take any text. */
  texts: readonly string[]
}

/** Every payload that a target of some role verifies. */
export const verified: readonly Verified[] = [verifiedOrder]

/** A payload with the signature of its signer. */
export type SignedPayload = { payload: JsonObject; signature: Json }

/** Sends a payload, written as `text` where that is given, in a body that is signed as it is written. */
export const sendPayload = (
  stage: Stage,
  one: Verified,
  { payload, signature, text = JSON.stringify(payload) }: SignedPayload & { text?: string },
): Sent => {
  const beside = JSON.stringify(one.beside(stage, payload, String(signature))).slice(1, -1)
  const members = [`"${one.name}":${text}`, `"signature":${JSON.stringify(signature)}`, ...(beside ? [beside] : [])]
  return stage.call(one.operation, `{${members.join(',')}}`, { as: one.sender(stage) })
}

/** A suite of the same checks on every payload that a target verifies. */
export const onEveryVerified = (id: string, checks: (clause: Clause, one: Verified) => void) =>
  onEvery(id, verified, checks)
