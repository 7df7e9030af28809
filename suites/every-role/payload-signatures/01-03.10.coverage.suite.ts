import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { Json, JsonObject } from '../../../protocol/json.ts'
import {
  asPrintableAscii,
  escapeEverything,
  reverseMembers,
  rotateMembers,
  sortAllMembers,
  withWhiteSpace,
} from '../../../protocol/json-spellings.ts'
import { edit, memberAt } from '../../support/edit.ts'
import {
  type Change,
  onEveryVerified,
  type SignedPayload,
  sendPayload,
  signed,
  type Verified,
} from '../../support/signed-payloads.ts'

const written = async (context: CheckContext, one: Verified) => sortAllMembers(await one.payload(context)) as JsonObject

/** Written as the canonical text has it: also who verifies the text as it came takes that. */
const control = async (context: CheckContext, one: Verified) => {
  await sendPayload(context, one, signed(context, one, await written(context, one))).asControl()
}

/** A correct payload is accepted, however it is written. */
const acceptsWritten = async (context: CheckContext, one: Verified, write: (payload: JsonObject) => string) => {
  await control(context, one)
  const payload = await written(context, one)
  await sendPayload(context, one, { ...(await signed(context, one, payload)), text: write(payload) }).expectProcessed()
}

/** Text with characters that writers of JSON escape or leave as they are. */
const textual = async (context: CheckContext, one: Verified): Promise<JsonObject> =>
  edit(await one.payload(context), 'memo', 'Caf\u00e9 </a> \u{1f600}')

/** A payload that is changed after it was signed. */
const refusesChanged = async (context: CheckContext, one: Verified, changes: readonly [SignedPayload, Change][]) => {
  await control(context, one)
  const tried = changes.map(async ([{ payload, signature }, { path, value, anyRefusal }]) => {
    const response = await sendPayload(context, one, { payload: edit(payload, path, value), signature })
    const isIt = anyRefusal ? isRefusal(response) : codeOf(response) === one.code
    expectThat(
      isIt,
      `${one.name}.${path} ${value === undefined ? 'removed' : 'changed'} after signing is not noticed`,
      {
        expected: anyRefusal ? 'a refusal' : one.code,
        actual: summary(response),
      },
    )
  })
  await Promise.all(tried)
}

const toPairs = (
  context: CheckContext,
  one: Verified,
  changes: readonly Change[],
): Promise<[SignedPayload, Change][]> =>
  Promise.all(changes.map(async (change): Promise<[SignedPayload, Change]> => [await signed(context, one), change]))

/** Each of the members is signed without, and added afterwards. */
const additions = (
  context: CheckContext,
  one: Verified,
  paths: readonly string[],
): Promise<[SignedPayload, Change][]> => {
  const pairs = paths.map(async (path): Promise<[SignedPayload, Change]> => {
    const whole = await one.payload(context)
    const value = memberAt(whole, path) as Json
    return [await signed(context, one, edit(whole, path, undefined)), { path, value }]
  })
  return Promise.all(pairs)
}

const acceptsAsciiOnly = async (context: CheckContext, one: Verified): Promise<void> => {
  await control(context, one)
  const plain = await signed(context, one, sortAllMembers(await textual(context, one)) as JsonObject)
  if (!isSuccess(await sendPayload(context, one, plain)))
    notApplicable('The target does not take text beyond ASCII at all (SIG-06).')
  // Another payload: the same one may be refused the second time.
  const payload = sortAllMembers(await textual(context, one)) as JsonObject
  await sendPayload(context, one, {
    ...(await signed(context, one, payload)),
    text: asPrintableAscii(payload),
  }).expectProcessed()
}

/** What a receiver verifies of a payload's signature. Heading: Authentication, payload signatures. */
export const payloadSignatures = onEveryVerified('payload-signatures', (clause, one) => {
  const { name } = one

  clause('SIG-01', `${name} with its keys in the opposite order`, context =>
    acceptsWritten(context, one, payload => JSON.stringify(reverseMembers(payload))),
  )

  clause('SIG-01', `${name} with its keys rotated`, context =>
    acceptsWritten(context, one, payload => JSON.stringify(rotateMembers(payload))),
  )

  clause('SIG-02', `${name} with white space`, context => acceptsWritten(context, one, withWhiteSpace))

  clause('SIG-02', `${name} with every character escaped`, context => acceptsWritten(context, one, escapeEverything))

  clause('SIG-02', `${name} with text in ASCII only`, context => acceptsAsciiOnly(context, one))

  clause('SIG-03', `${name} with a member changed`, async context =>
    refusesChanged(context, one, await toPairs(context, one, one.changed(context))),
  )

  clause('SIG-03', `${name} with a member added`, async context =>
    refusesChanged(context, one, await additions(context, one, one.optional)),
  )

  clause('SIG-03', `${name} with a member removed`, async context => {
    const optional = one.optional.map((path): Change => ({ path }))
    const required = one.required.map((path): Change => ({ path, anyRefusal: true }))
    await refusesChanged(context, one, await toPairs(context, one, [...optional, ...required]))
  })

  clause('SIG-03', `${name} changed after it was accepted`, async context => {
    const accepted = await signed(context, one)
    await sendPayload(context, one, accepted).asControl()
    const changes = one
      .changed(context)
      .map((change): [SignedPayload, Change] => [accepted, { ...change, anyRefusal: true }])
    await refusesChanged(context, one, changes)
  })

  clause('SIG-10', `${name} with a nested member added`, async context =>
    refusesChanged(context, one, await additions(context, one, one.insideOptional)),
  )

  clause('SIG-10', `${name} with a nested member changed`, async context => {
    const changes = one.changedInside(context, await one.payload(context))
    await refusesChanged(context, one, await toPairs(context, one, changes))
  })
})
