import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { rotateNestedMembers } from '../../../protocol/json-spellings.ts'
import { payloadHash } from '../../../protocol/payload.ts'
import { encodeSignature, highS } from '../../../protocol/signature.ts'
import { edit } from '../../support/edit.ts'
import { answerOf, outcomeOf } from '../../support/observations.ts'
import {
  onEveryVerified,
  type SignedPayload,
  sendPayload,
  signed,
  type Verified,
} from '../../support/signed-payloads.ts'

const control = (context: CheckContext, one: Verified) => sendPayload(context, one, signed(context, one)).asControl()

/** The other valid signature of the same payload. */
const withHighS = async (context: CheckContext, one: Verified): Promise<SignedPayload> => {
  const payload = await one.payload(context)
  const { compact, recovery } = one.signer(context).key.sign(payloadHash(payload, context.dialect))
  const signature = encodeSignature(
    { compact: highS(compact), recovery: recovery ^ 1 },
    context.dialect.signatureEncoding,
  )
  return { payload, signature }
}

const withUnknown = (payload: JsonObject) => edit(payload, 'xUnknown', 'unknown to the schema')

const unknownMember = (signedOver: HttpResponse, leftOut: HttpResponse): string => {
  if (isSuccess(signedOver)) return isSuccess(leftOut) ? 'accepted either way' : 'takes part'
  return isSuccess(leftOut) ? 'left out' : 'refused'
}

/** What a receiver chose where Authentication is silent on payload signatures. */
export const payloadSignatureChoices = onEveryVerified('payload-signatures-choices', (clause, one) => {
  clause.observe('SIG-07', `${one.name}, encoding of its signature`, async context => {
    await control(context, one)
    context.observe(context.dialect.signatureEncoding)
  })

  clause.observe('SIG-08', `${one.name} with nested keys in another order`, async context => {
    await control(context, one)
    const right = await signed(context, one)
    const response = await sendPayload(context, one, {
      ...right,
      text: JSON.stringify(rotateNestedMembers(right.payload)),
    })
    const verifies = isSuccess(response)
      ? 'verifies'
      : codeOf(response) === one.code
        ? 'does not verify'
        : answerOf(response)
    context.observe({ 'canonical form': context.dialect.canonicalJson, 'nested keys in another order': verifies })
  })

  clause.observe('SIG-09', `${one.name} with the high s, and with an unknown member`, async context => {
    await control(context, one)
    const other = await sendPayload(context, one, withHighS(context, one))
    const [payload, plain] = [withUnknown(await one.payload(context)), await signed(context, one)]
    const signedOver = await sendPayload(context, one, signed(context, one, payload))
    const leftOut = await sendPayload(context, one, { ...plain, payload: withUnknown(plain.payload) })
    context.observe({
      'high s': outcomeOf(other),
      'unknown member': unknownMember(signedOver, leftOut),
    })
  })
})
