import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, isRefusedWith4xx, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json/json.ts'
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

/** A body also takes texts that a header cannot carry: an empty one, and one of any length. */
const malformed: readonly SignatureReplacement[] = [
  ...malformedSignatures,
  ['very many digits', () => '0'.repeat(4096)],
  ['the empty string', () => ''],
]

/** What is no signature may be refused for its shape first, so with `anyCode` any 4xx refuses it. */
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

  clause('SIG-05', `${name} with a signature that is no string`, async context => {
    await sendPayloadControl(context, type)
    for (const value of notStrings)
      await sendPayload(context, type, { ...(await sign(context, type)), signature: value }).expectClientError()
    const { payload, signature } = await sign(context, type)
    await sendPayload(context, type, { payload, signature: [signature] }).expectClientError()
  })
})
