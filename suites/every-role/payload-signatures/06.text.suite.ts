import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isClientError, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { edit } from '../../support/edit.ts'
import { onEveryVerified, sendPayload, signed, type Verified } from '../../support/signed-payloads.ts'
import { anyText, hasControls, texts } from '../../support/text-samples.ts'

const sendText = (context: CheckContext, one: Verified, text?: string) => {
  const write = (payload: JsonObject, path: string) => (text === undefined ? payload : edit(payload, path, text))
  const payload = async () => one.texts.reduce(write, await one.payload(context))
  return sendPayload(context, one, signed(context, one, payload()))
}

/** A target may not take control characters at all; what it then must not say is that the signature is wrong. */
const mayRefuse = (response: HttpResponse, text: string, one: Verified) =>
  hasControls(text) && isClientError(response) && codeOf(response) !== one.code

/** Text in the members of a payload. Heading: Authentication, payload signatures. */
export const payloadText = onEveryVerified('payload-text', (clause, one) => {
  clause.property('SIG-06', `${one.name} with text of any script`, {
    arbitrary: () => anyText,
    examples: texts,
    runs: 16,
    test: async (context, text) => {
      const response = await sendText(context, one, text)
      if (isSuccess(response) || mayRefuse(response, text, one)) return
      await sendText(context, one).asControl()
      expectThat(false, `the signed ${one.name} is not accepted with this text in ${one.texts.join(', ')}`, {
        expected: 'accepted, as it is with plain text',
        actual: summary(response),
      })
    },
  })
})
