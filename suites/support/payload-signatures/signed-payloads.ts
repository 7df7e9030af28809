import type { Clause } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { PendingResponse } from '../../../harness/http/pending-response.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { sortAllMembers } from '../../../protocol/json/spellings.ts'
import { signPayload } from '../../../protocol/signature/payload.ts'
import type { Eventual } from '../authentication/authenticated-operation.ts'
import { orderPayload } from '../gateway/checkout/signed-order.ts'
import { proofPayload } from '../merchant/signed-proof.ts'
import { parametrize } from '../parametrize.ts'
import type { PayloadType, SignedPayload } from './signed-payload.ts'

/** Every kind of payload that targets of some role verify. */
const payloadTypes: readonly PayloadType[] = [orderPayload, proofPayload]

/** A signed payload, and its JSON text if that differs from JSON.stringify. */
type WrittenPayload = SignedPayload & { text?: string }

/** Sends a signed payload in a body that is signed as it is written. */
export const sendPayload = (
  context: CheckContext,
  type: PayloadType,
  signed: Eventual<WrittenPayload>,
): PendingResponse => context.call(type.operation, bodyOf(context, type, signed), { as: type.sender(context) })

const bodyOf = async (context: CheckContext, type: PayloadType, signed: Eventual<WrittenPayload>): Promise<string> => {
  const { payload, signature, text = JSON.stringify(payload) } = await signed
  const others = JSON.stringify(type.otherMembers(context, payload, textOf(signature))).slice(1, -1)
  const members = [`"${type.name}":${text}`, `"signature":${JSON.stringify(signature)}`, ...(others ? [others] : [])]
  return `{${members.join(',')}}`
}

/** Signs a payload, a fresh one by default, with the key of its signer. */
export const sign = async (
  context: CheckContext,
  type: PayloadType,
  unsigned: Eventual<JsonObject> = type.create(context),
): Promise<SignedPayload & { signature: string }> => {
  const payload = await unsigned
  return { payload, signature: signPayload(payload, type.signer(context).key, context.dialect) }
}

/** Sends a fresh, correctly signed payload; blocks the check unless it is accepted. */
export const sendPayloadControl = (context: CheckContext, type: PayloadType): Promise<JsonObject> =>
  sendPayload(context, type, sign(context, type)).asControl()

/** Defines a suite of the same checks on every kind of payload that a target verifies. */
export const onEveryPayloadType = (id: string, checks: (clause: Clause, type: PayloadType) => void) =>
  parametrize(id, { subjects: payloadTypes, operationOf: ({ operation }) => operation }, checks)

/** Like sendPayloadControl, but with sorted members, which a target accepts even if it verifies the text as received. */
export const sendSortedControl = async (context: CheckContext, type: PayloadType): Promise<void> => {
  const payload = sortAllMembers(await type.create(context)) as JsonObject
  await sendPayload(context, type, sign(context, type, payload)).asControl()
}
