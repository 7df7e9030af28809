/**
 * SIG-09 · Whether the other of the two valid s values (high-S) is accepted; whether members unknown to the schema take
 * part in the canonical text.
 */

import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { payloadHash } from '../../../protocol/signature/payload.ts'
import { encodeSignature, highS } from '../../../protocol/signature/signature.ts'
import { edit } from '../../support/edit.ts'
import { outcomeOf } from '../../support/observations.ts'
import type { PayloadType, SignedPayload } from '../../support/payload-signatures/signed-payload.ts'
import {
  onEveryPayloadType,
  sendPayload,
  sendPayloadControl,
  sign,
} from '../../support/payload-signatures/signed-payloads.ts'

/** Signs a payload with the equally valid signature that has a high s. */
const signWithHighS = async (context: CheckContext, type: PayloadType): Promise<SignedPayload> => {
  const payload = await type.create(context)
  const { compact, recovery } = type.signer(context).key.sign(payloadHash(payload, context.dialect))
  const signature = encodeSignature(
    { compact: highS(compact), recovery: recovery ^ 1 },
    context.dialect.signatureEncoding,
  )
  return { payload, signature }
}

const withUnknown = (payload: JsonObject) => edit(payload, 'xUnknown', 'unknown to the schema')

const unknownMemberWord = (signed: HttpResponse, unsigned: HttpResponse): string => {
  if (isSuccess(signed)) return isSuccess(unsigned) ? 'accepted either way' : 'takes part'
  return isSuccess(unsigned) ? 'left out' : 'refused'
}

onEveryPayloadType('payload-signatures-choices', (clause, type) =>
  clause.observe('SIG-09', `${type.name} with the high s, and with an unknown member`, async context => {
    await sendPayloadControl(context, type)
    const highS = await sendPayload(context, type, signWithHighS(context, type))
    const [payload, plain] = [withUnknown(await type.create(context)), await sign(context, type)]
    const signed = await sendPayload(context, type, sign(context, type, payload))
    const unsigned = await sendPayload(context, type, { ...plain, payload: withUnknown(plain.payload) })
    context.observe({
      'high s': outcomeOf(highS),
      'unknown member': unknownMemberWord(signed, unsigned),
    })
  }),
)
