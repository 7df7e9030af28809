/**
 * SIG-08 · Canonicalization of nested objects and arrays (sorted at every depth, top level only, the JSON.stringify
 * key-list pitfall that drops nested members): whether shuffled nested keys still verify. What its strings escape
 * beyond what JSON requires (`/`, everything beyond ASCII), as long as it is the same in every payload.
 */

import { codeOf, isSuccess } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { escapeWordsOf } from '../../../protocol/json/escapes.ts'
import { rotateNestedMembers } from '../../../protocol/json/spellings.ts'
import { answerOf } from '../../support/observations.ts'
import type { PayloadType } from '../../support/payload-signatures/signed-payload.ts'
import {
  onEveryPayloadType,
  sendPayload,
  sendPayloadControl,
  sign,
} from '../../support/payload-signatures/signed-payloads.ts'

const verificationWord = (response: HttpResponse, { refusalCode }: PayloadType): string => {
  if (isSuccess(response)) return 'verifies'
  return codeOf(response) === refusalCode ? 'does not verify' : answerOf(response)
}

onEveryPayloadType('payload-signatures-choices', (clause, type) =>
  clause.observe('SIG-08', `${type.name} with nested keys in another order`, async context => {
    await sendPayloadControl(context, type)
    const signed = await sign(context, type)
    const text = JSON.stringify(rotateNestedMembers(signed.payload))
    const response = await sendPayload(context, type, { ...signed, text })
    context.observe({
      'canonical form': context.dialect.canonicalJson,
      escapes: escapeWordsOf(context.dialect.canonicalEscapes),
      'nested keys in another order': verificationWord(response, type),
    })
  }),
)
