/** SIG-02 · Nor on white space or on how the JSON text escapes a character. */

import fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import {
  asPrintableAscii,
  escapeEverything,
  sortAllMembers,
  withBlanks,
  withEscapes,
  withWhiteSpace,
} from '../../../protocol/json/spellings.ts'
import { edit } from '../../support/edit.ts'
import type { PayloadType } from '../../support/payload-signatures/signed-payload.ts'
import {
  onEveryPayloadType,
  sendPayload,
  sendSortedControl,
  sign,
} from '../../support/payload-signatures/signed-payloads.ts'
import { acceptedIn, expectAcceptedAs } from './spellings.ts'

/** The characters that JSON treats as white space. */
const anyBlanks = fc.array(fc.string({ unit: fc.constantFrom(' ', '\t', '\n', '\r'), maxLength: 3 }), {
  minLength: 1,
  maxLength: 7,
})

/** Which characters are escaped, in turn. */
const anyEscapes = fc.array(fc.boolean(), { minLength: 1, maxLength: 9 })

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
    notApplicable('The target accepts no non-ASCII text (SIG-06).')
  // A fresh payload: the target may refuse the same one a second time.
  const signed = await signTextual(context, type)
  await sendPayload(context, type, { ...signed, text: asPrintableAscii(signed.payload) }).expectProcessed()
}

onEveryPayloadType('payload-signatures', (clause, type) => {
  const { name } = type

  clause.property('SIG-02', `${name} with any white space`, acceptedIn(type, anyBlanks, withBlanks))

  clause.property('SIG-02', `${name} with any characters escaped`, acceptedIn(type, anyEscapes, withEscapes))

  clause('SIG-02', `${name} with white space`, context => expectAcceptedAs(context, type, withWhiteSpace))

  clause('SIG-02', `${name} with every character escaped`, context => expectAcceptedAs(context, type, escapeEverything))

  clause('SIG-02', `${name} with text in ASCII only`, context => expectAsciiOnlyAccepted(context, type))
})
