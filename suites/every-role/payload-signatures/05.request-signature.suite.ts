import type { CheckContext } from '../../../harness/context.ts'
import { withSignature } from '../../../harness/http/faults.ts'
import { codeOf, isRefusal, isRefusedWith4xx, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { headerEncodingOf } from '../../../protocol/profile.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import {
  degenerateSignatures,
  malformedSignatures,
  type SignatureReplacement,
} from '../../support/payload-signatures/degenerate-signatures.ts'
import type { PayloadType } from '../../support/payload-signatures/signed-payload.ts'
import { onEveryPayloadType, sendPayloadControl, sign } from '../../support/payload-signatures/signed-payloads.ts'

const sendWith = async (context: CheckContext, type: PayloadType, sendOptions: Partial<SendOptions>) => {
  const { payload, signature } = await sign(context, type)
  const body = { [type.name]: payload, signature, ...type.otherMembers(context, payload, signature) }
  return context.call(type.operation, body, { as: type.sender(context), ...sendOptions })
}

/** Tells whether a response refuses the request like one whose signature does not verify, whatever its status (AUTH-29). */
const createIsInvalidSignature = async (context: CheckContext, type: PayloadType) => {
  const invalid = summary(await sendWith(context, type, { key: generatePrivateKey() }))
  return (response: Parameters<typeof summary>[0]) =>
    summary(response) === invalid || codeOf(response) === 'INVALID_SIGNATURE'
}

/** A malformed header has no code of its own (AUTH-28), so with `anyCode` any 4xx refuses it. */
const expectEachRefused = async (
  context: CheckContext,
  type: PayloadType,
  { replacements, anyCode }: { replacements: readonly SignatureReplacement[]; anyCode: boolean },
) => {
  await sendPayloadControl(context, type)
  const isInvalidSignature = await createIsInvalidSignature(context, type)
  const requests = replacements.map(async ([title, replace]) => {
    const response = await sendWith(context, type, { tamper: withSignature(replace) })
    const isRefused = isInvalidSignature(response) || (anyCode && isRefusedWith4xx(response))
    expectThat(isRefusal(response) && isRefused, `${title} as X-OC-Signature is not refused as required`, {
      expected: anyCode ? 'a 4xx' : 'INVALID_SIGNATURE',
      actual: summary(response),
    })
  })
  await Promise.all(requests)
}

/** A degenerate or malformed request signature is refused. Heading: Authentication. */
onEveryPayloadType('payload-signatures-degenerate', (clause, type) => {
  const { name } = type

  clause('SIG-05', `${name} under a degenerate X-OC-Signature`, context =>
    expectEachRefused(context, type, {
      replacements: degenerateSignatures(headerEncodingOf(context.dialect)),
      anyCode: false,
    }),
  )

  clause('SIG-05', `${name} under a malformed X-OC-Signature`, context =>
    expectEachRefused(context, type, { replacements: malformedSignatures, anyCode: true }),
  )
})
