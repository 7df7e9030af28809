import type { JsonObject } from '../protocol/json.ts'
import { payloadHash } from '../protocol/payload.ts'
import { encodeSignature, highS } from '../protocol/signature.ts'
import { edit } from './edit.ts'
import type { Answer } from './harness/answer.ts'
import { codeOf, isSuccess } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { answerOf, outcomeOf } from './observed.ts'
import { onEveryVerified, type SignedPayload, sendPayload, signed, type Verified } from './verified.ts'
import { rotatedInside } from './written.ts'

const control = (stage: Stage, one: Verified) => sendPayload(stage, one, signed(stage, one)).asControl()

/** The other valid signature of the same payload. */
const withHighS = async (stage: Stage, one: Verified): Promise<SignedPayload> => {
  const payload = await one.payload(stage)
  const { compact, recovery } = one.signer(stage).key.sign(payloadHash(payload, stage.dialect))
  const signature = encodeSignature(
    { compact: highS(compact), recovery: recovery ^ 1 },
    stage.dialect.signatureEncoding,
  )
  return { payload, signature }
}

const withUnknown = (payload: JsonObject) => edit(payload, 'xUnknown', 'unknown to the schema')

const unknownMember = (signedOver: Answer, leftOut: Answer): string => {
  if (isSuccess(signedOver)) return isSuccess(leftOut) ? 'accepted either way' : 'takes part'
  return isSuccess(leftOut) ? 'left out' : 'refused'
}

/** What a receiver chose where Authentication is silent on payload signatures. */
export const payloadSignatureChoices = onEveryVerified('payload-signatures-choices', (clause, one) => {
  clause.observe('SIG-07', `${one.name}, encoding of its signature`, async stage => {
    await control(stage, one)
    stage.observe(stage.dialect.signatureEncoding)
  })

  clause.observe('SIG-08', `${one.name} with nested keys in another order`, async stage => {
    await control(stage, one)
    const right = await signed(stage, one)
    const answer = await sendPayload(stage, one, { ...right, text: JSON.stringify(rotatedInside(right.payload)) })
    const verifies = isSuccess(answer) ? 'verifies' : codeOf(answer) === one.code ? 'does not verify' : answerOf(answer)
    stage.observe({ 'canonical form': stage.dialect.canonicalJson, 'nested keys in another order': verifies })
  })

  clause.observe('SIG-09', `${one.name} with the high s, and with an unknown member`, async stage => {
    await control(stage, one)
    const other = await sendPayload(stage, one, withHighS(stage, one))
    const [payload, plain] = [withUnknown(await one.payload(stage)), await signed(stage, one)]
    const signedOver = await sendPayload(stage, one, signed(stage, one, payload))
    const leftOut = await sendPayload(stage, one, { ...plain, payload: withUnknown(plain.payload) })
    stage.observe({
      'high s': outcomeOf(other),
      'unknown member': unknownMember(signedOver, leftOut),
    })
  })
})
