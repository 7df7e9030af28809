/**
 * SIG-05 · Degenerate signatures (r or s zero, r or s at or above the group order) are refused like invalid ones; what
 * is no signature (wrong length, not hex, empty, null, number, object) is refused with any 4xx.
 */

import type { CheckContext } from '../../../harness/context.ts'
import { withSignature } from '../../../harness/http/faults.ts'
import { codeOf, isRefusal, isRefusedWith4xx, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json/json.ts'
import { headerEncodingOf } from '../../../protocol/profile.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import {
  degenerateSignatures,
  malformedSignatures,
  type SignatureReplacement,
} from '../../support/payload-signatures/degenerate-signatures.ts'
import type { PayloadType } from '../../support/payload-signatures/signed-payload.ts'
import {
  onEveryPayloadType,
  sendPayload,
  sendPayloadControl,
  sign,
} from '../../support/payload-signatures/signed-payloads.ts'

/** Unlike a header, a body can also carry an empty text, and one of any length. */
const malformed: readonly SignatureReplacement[] = [
  ...malformedSignatures,
  ['very many digits', () => '0'.repeat(4096)],
  ['the empty string', () => ''],
]

/** A malformed signature may be refused for its shape first: with `anyCode`, any 4xx counts as refused. */
const expectEachRefused = async (
  context: CheckContext,
  type: PayloadType,
  { replacements, anyCode }: { replacements: readonly SignatureReplacement[]; anyCode: boolean },
) => {
  await sendPayloadControl(context, type)
  const requests = replacements.map(async ([title, replace]) => {
    const { payload, signature } = await sign(context, type)
    const response = await sendPayload(context, type, { payload, signature: replace(signature) })
    const isRefused = codeOf(response) === type.refusalCode || (anyCode && isRefusedWith4xx(response))
    const what = `${title} as the signature of the ${type.name} is not refused`
    expectThat(isRefusal(response) && isRefused, anyCode ? what : `${what} like an invalid one`, {
      expected: anyCode ? 'a 4xx' : type.refusalCode,
      actual: summary(response),
    })
  })
  await Promise.all(requests)
}

const notStrings: readonly Json[] = [null, 17, true, {}, []]

/** A degenerate or malformed payload signature is refused. Heading: Authentication, payload signatures. */
onEveryPayloadType('payload-signatures-degenerate', (clause, type) => {
  const { name } = type

  clause('SIG-05', `${name} with a degenerate signature`, context =>
    expectEachRefused(context, type, {
      replacements: degenerateSignatures(context.dialect.signatureEncoding),
      anyCode: false,
    }),
  )

  clause('SIG-05', `${name} with a malformed signature`, context =>
    expectEachRefused(context, type, { replacements: malformed, anyCode: true }),
  )

  clause(
    'SIG-05',
    { id: `${name}-with-a-signature-that-is-no-string`, title: `${name} with a signature that is not a string` },
    async context => {
      await sendPayloadControl(context, type)
      for (const value of notStrings)
        await sendPayload(context, type, { ...(await sign(context, type)), signature: value }).expectClientError()
      const { payload, signature } = await sign(context, type)
      await sendPayload(context, type, { payload, signature: [signature] }).expectClientError()
    },
  )
})

const sendWith = async (context: CheckContext, type: PayloadType, sendOptions: Partial<SendOptions>) => {
  const { payload, signature } = await sign(context, type)
  const body = { [type.name]: payload, signature, ...type.otherMembers(context, payload, signature) }
  return context.call(type.operation, body, { as: type.sender(context), ...sendOptions })
}

/** Returns whether a response equals the refusal of a signature that does not verify, regardless of its status (AUTH-29). */
const createIsInvalidSignature = async (context: CheckContext, type: PayloadType) => {
  const invalid = summary(await sendWith(context, type, { key: generatePrivateKey() }))
  return (response: Parameters<typeof summary>[0]) =>
    summary(response) === invalid || codeOf(response) === 'INVALID_SIGNATURE'
}

/** A malformed header has no documented code (AUTH-28): with `anyCode`, any 4xx counts as refused. */
const expectEachHeaderRefused = async (
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
    expectEachHeaderRefused(context, type, {
      replacements: degenerateSignatures(headerEncodingOf(context.dialect)),
      anyCode: false,
    }),
  )

  clause('SIG-05', `${name} under a malformed X-OC-Signature`, context =>
    expectEachHeaderRefused(context, type, { replacements: malformedSignatures, anyCode: true }),
  )
})
