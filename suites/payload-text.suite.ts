import type { JsonObject } from '../protocol/json.ts'
import { edit } from './edit.ts'
import type { Answer } from './harness/answer.ts'
import { holds } from './harness/outcome.ts'
import { codeOf, isClientError, isSuccess, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { anyText, hasControls, texts } from './texts.ts'
import { onEveryVerified, sendPayload, signed, type Verified } from './verified.ts'

const sendText = (stage: Stage, one: Verified, text?: string) => {
  const write = (payload: JsonObject, path: string) => (text === undefined ? payload : edit(payload, path, text))
  const payload = async () => one.texts.reduce(write, await one.payload(stage))
  return sendPayload(stage, one, signed(stage, one, payload()))
}

/** A target may not take control characters at all; what it then must not say is that the signature is wrong. */
const mayRefuse = (answer: Answer, text: string, one: Verified) =>
  hasControls(text) && isClientError(answer) && codeOf(answer) !== one.code

/** Text in the members of a payload. Heading: Authentication, payload signatures. */
export const payloadText = onEveryVerified('payload-text', (clause, one) => {
  clause.property('SIG-06', `${one.name} with text of any script`, {
    given: () => anyText,
    examples: texts,
    runs: 16,
    holds: async (stage, text) => {
      const answer = await sendText(stage, one, text)
      if (isSuccess(answer) || mayRefuse(answer, text, one)) return
      await sendText(stage, one).asControl()
      holds(false, `the signed ${one.name} is not accepted with this text in ${one.texts.join(', ')}`, {
        expected: 'accepted, as it is with plain text',
        actual: summary(answer),
      })
    },
  })
})
