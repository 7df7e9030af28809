import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import {
  asPrintableAscii,
  escapeEverything,
  reverseMembers,
  rotateMembers,
  sortAllMembers,
  withWhiteSpace,
} from '../../../protocol/json-spellings.ts'
import { edit } from '../../support/edit.ts'
import type { PayloadType } from '../../support/signed-payload.ts'
import { onEveryPayloadType, sendPayload, sendSortedControl, sign } from '../../support/signed-payloads.ts'

const expectAcceptedAs = async (
  context: CheckContext,
  type: PayloadType,
  write: (payload: JsonObject) => string,
): Promise<void> => {
  await sendSortedControl(context, type)
  const signed = await sign(context, type, sortAllMembers(await type.create(context)) as JsonObject)
  await sendPayload(context, type, { ...signed, text: write(signed.payload) }).expectProcessed()
}

/** Signs a payload with characters that some JSON writers escape and others do not. */
const signTextual = async (context: CheckContext, type: PayloadType) =>
  sign(
    context,
    type,
    sortAllMembers(edit(await type.create(context), 'memo', 'Caf\u00e9 </a> \u{1f600}')) as JsonObject,
  )

const expectAsciiOnlyAccepted = async (context: CheckContext, type: PayloadType): Promise<void> => {
  await sendSortedControl(context, type)
  if (!isSuccess(await sendPayload(context, type, signTextual(context, type))))
    notApplicable('The target accepts no text beyond ASCII (SIG-06).')
  // A fresh payload: the target may refuse the same one a second time.
  const signed = await signTextual(context, type)
  await sendPayload(context, type, { ...signed, text: asPrintableAscii(signed.payload) }).expectProcessed()
}

/** A payload signature verifies however the JSON is written. Heading: Authentication, payload signatures. */
export const payloadSpelling = onEveryPayloadType('payload-signatures', (clause, type) => {
  const { name } = type

  clause('SIG-01', `${name} with its keys in the opposite order`, context =>
    expectAcceptedAs(context, type, payload => JSON.stringify(reverseMembers(payload))),
  )

  clause('SIG-01', `${name} with its keys rotated`, context =>
    expectAcceptedAs(context, type, payload => JSON.stringify(rotateMembers(payload))),
  )

  clause('SIG-02', `${name} with white space`, context => expectAcceptedAs(context, type, withWhiteSpace))

  clause('SIG-02', `${name} with every character escaped`, context => expectAcceptedAs(context, type, escapeEverything))

  clause('SIG-02', `${name} with text in ASCII only`, context => expectAsciiOnlyAccepted(context, type))
})
