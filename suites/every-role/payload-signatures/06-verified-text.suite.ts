/**
 * SIG-06 · Text of any script, emoji, control characters, surrogate pairs and escapes survives signing and verifying
 * unchanged.
 */

import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, fail } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { scriptSamples } from '../../members/values/texts.ts'
import { edit } from '../../support/edit.ts'
import type { PayloadType } from '../../support/payload-signatures/signed-payload.ts'
import { onEveryPayloadType, sendPayload, sign } from '../../support/payload-signatures/signed-payloads.ts'
import {
  anyScript,
  isTextRefusal,
  noteSurvival,
  requireSurvivor,
  requireTextRefusal,
  togetherAndAlone,
} from '../../support/payload-signatures/text-survival.ts'

const sendText = (context: CheckContext, type: PayloadType, text = '', paths: readonly string[] = []) => {
  const write = (payload: JsonObject, path: string) => edit(payload, path, text)
  const payload = async () => paths.reduce(write, await type.create(context))
  return sendPayload(context, type, sign(context, type, payload()))
}

/** A payload signature verifies over any text. Heading: Authentication, payload signatures. */
onEveryPayloadType('payload-text', (clause, type) => {
  clause.property('SIG-06', `${type.name} with text of any script`, {
    arbitrary: () => anyScript,
    examples: scriptSamples,
    runs: 16,
    finally: requireSurvivor,
    test: async (context, text) => {
      for (const paths of togetherAndAlone(type.textPaths)) {
        const response = await sendText(context, type, text, paths)
        if (isSuccess(response)) return noteSurvival(context, text)
        if (isTextRefusal(response, type.refusalCode)) continue
        requireTextRefusal(response, type.refusalCode)
        await sendText(context, type).asControl()
        // A temporary refusal does not recur.
        if (isSuccess(await sendText(context, type, text, paths))) return noteSurvival(context, text)
        if (context.run.obstacles.escapes !== undefined) blocked(context.run.obstacles.escapes)
        fail(`the signed ${type.name} is not accepted with this text in ${paths.join(', ')}`, {
          expected: 'accepted, as it is with plain text',
          actual: summary(response),
        })
      }
    },
  })
})
