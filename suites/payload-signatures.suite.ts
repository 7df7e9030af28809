import type { Json, JsonObject } from '../protocol/json.ts'
import { edit, memberAt } from './edit.ts'
import { holds, notApplicable } from './harness/outcome.ts'
import { codeOf, isRefusal, isSuccess, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { type Change, onEveryVerified, type SignedPayload, sendPayload, signed, type Verified } from './verified.ts'
import { asciiOnly, escaped, reversed, rotated, sorted, spaced } from './written.ts'

const written = async (stage: Stage, one: Verified) => sorted(await one.payload(stage)) as JsonObject

/** Written as the canonical text has it: also who verifies the text as it came takes that. */
const control = async (stage: Stage, one: Verified) => {
  await sendPayload(stage, one, signed(stage, one, await written(stage, one))).asControl()
}

/** A correct payload is accepted, however it is written. */
const acceptsWritten = async (stage: Stage, one: Verified, write: (payload: JsonObject) => string) => {
  await control(stage, one)
  const payload = await written(stage, one)
  await sendPayload(stage, one, { ...(await signed(stage, one, payload)), text: write(payload) }).processes()
}

/** Text with characters that writers of JSON escape or leave as they are. */
const textual = async (stage: Stage, one: Verified): Promise<JsonObject> =>
  edit(await one.payload(stage), 'memo', 'Caf\u00e9 </a> \u{1f600}')

/** A payload that is changed after it was signed. */
const refusesChanged = async (stage: Stage, one: Verified, changes: readonly [SignedPayload, Change][]) => {
  await control(stage, one)
  const tried = changes.map(async ([{ payload, signature }, { path, value, anyRefusal }]) => {
    const answer = await sendPayload(stage, one, { payload: edit(payload, path, value), signature })
    const isIt = anyRefusal ? isRefusal(answer) : codeOf(answer) === one.code
    holds(isIt, `${one.name}.${path} ${value === undefined ? 'removed' : 'changed'} after signing is not noticed`, {
      expected: anyRefusal ? 'a refusal' : one.code,
      actual: summary(answer),
    })
  })
  await Promise.all(tried)
}

const toPairs = (stage: Stage, one: Verified, changes: readonly Change[]): Promise<[SignedPayload, Change][]> =>
  Promise.all(changes.map(async (change): Promise<[SignedPayload, Change]> => [await signed(stage, one), change]))

/** Each of the members is signed without, and added afterwards. */
const additions = (stage: Stage, one: Verified, paths: readonly string[]): Promise<[SignedPayload, Change][]> => {
  const pairs = paths.map(async (path): Promise<[SignedPayload, Change]> => {
    const whole = await one.payload(stage)
    const value = memberAt(whole, path) as Json
    return [await signed(stage, one, edit(whole, path, undefined)), { path, value }]
  })
  return Promise.all(pairs)
}

/** What a receiver verifies of a payload's signature. Heading: Authentication, payload signatures. */
export const payloadSignatures = onEveryVerified('payload-signatures', (clause, one) => {
  const { name } = one

  clause('SIG-01', `${name} with its keys in the opposite order`, stage =>
    acceptsWritten(stage, one, payload => JSON.stringify(reversed(payload))),
  )

  clause('SIG-01', `${name} with its keys rotated`, stage =>
    acceptsWritten(stage, one, payload => JSON.stringify(rotated(payload))),
  )

  clause('SIG-02', `${name} with white space`, stage => acceptsWritten(stage, one, spaced))

  clause('SIG-02', `${name} with every character escaped`, stage => acceptsWritten(stage, one, escaped))

  clause('SIG-02', `${name} with text in ASCII only`, async stage => {
    await control(stage, one)
    const plain = await signed(stage, one, sorted(await textual(stage, one)) as JsonObject)
    if (!isSuccess(await sendPayload(stage, one, plain)))
      notApplicable('The target does not take text beyond ASCII at all (SIG-06).')
    // Another payload: the same one may be refused the second time.
    const payload = sorted(await textual(stage, one)) as JsonObject
    await sendPayload(stage, one, { ...(await signed(stage, one, payload)), text: asciiOnly(payload) }).processes()
  })

  clause('SIG-03', `${name} with a member changed`, async stage =>
    refusesChanged(stage, one, await toPairs(stage, one, one.changed(stage))),
  )

  clause('SIG-03', `${name} with a member added`, async stage =>
    refusesChanged(stage, one, await additions(stage, one, one.optional)),
  )

  clause('SIG-03', `${name} with a member removed`, async stage => {
    const optional = one.optional.map((path): Change => ({ path }))
    const required = one.required.map((path): Change => ({ path, anyRefusal: true }))
    await refusesChanged(stage, one, await toPairs(stage, one, [...optional, ...required]))
  })

  clause('SIG-03', `${name} changed after it was accepted`, async stage => {
    const accepted = await signed(stage, one)
    await sendPayload(stage, one, accepted).asControl()
    const changes = one
      .changed(stage)
      .map((change): [SignedPayload, Change] => [accepted, { ...change, anyRefusal: true }])
    await refusesChanged(stage, one, changes)
  })

  clause('SIG-10', `${name} with a nested member added`, async stage =>
    refusesChanged(stage, one, await additions(stage, one, one.insideOptional)),
  )

  clause('SIG-10', `${name} with a nested member changed`, async stage => {
    const changes = one.changedInside(stage, await one.payload(stage))
    await refusesChanged(stage, one, await toPairs(stage, one, changes))
  })
})
