import type { CheckContext } from '../../harness/context.ts'
import { isSuccess } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { type Json, memberOf } from '../../protocol/json/json.ts'
import type { Role } from '../../protocol/operations.ts'

/** A payload that the target signed. */
export type SignedText = { payload: Json; signature: Json | undefined }

type Ask = (context: CheckContext, text: string | undefined) => Promise<SignedText | undefined>

const signedIn = (response: HttpResponse, name: string): SignedText | undefined => {
  const payload = isSuccess(response) ? memberOf(response.json, name) : undefined
  return payload === undefined ? undefined : { payload, signature: memberOf(response.json, 'signature') }
}

/** Transfers one unit to the merchant. The proof repeats the reference, which may not accept every string, and perhaps the memo. */
const askForProof: Ask = async (context, text = 'plain') => {
  const { partner, merchant } = context
  const move = async (reference: string) =>
    signedIn(await context.transfer({ from: partner, to: { ocid: merchant.ocid, reference }, memo: text }), 'proof')
  return (await move(`${context.fresh('to')} ${text}`)) ?? (await move(context.fresh('to')))
}

/** Creates an order that is never paid. */
const askForOrder: Ask = async (context, text = 'plain') =>
  signedIn(await context.createOrder(context.orderRequestOf({ memo: text })), 'order')

/** Asks a target to sign a payload that contains a string; undefined if it does not. */
export const signedTexts: Readonly<Record<Role, Ask>> = {
  gateway: askForProof,
  merchant: askForOrder,
  kyc: async () => undefined,
}
