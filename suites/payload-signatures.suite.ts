import type { Json, JsonObject } from '../protocol/json.ts'
import { signPayload } from '../protocol/payload.ts'
import { edit } from './edit.ts'
import { holds, notApplicable } from './harness/outcome.ts'
import { codeOf, isRefusal, isSuccess, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { type Change, onEveryVerified, type SignedPayload, sendPayload, type Verified } from './verified.ts'
import { asciiOnly, escaped, reversed, rotated, sorted, spaced } from './written.ts'

const signed = (stage: Stage, one: Verified, payload = one.payload(stage)): SignedPayload => ({
  payload,
  signature: signPayload(payload, one.signer(stage).key, stage.dialect),
})

/** Written as the canonical text has it: also who verifies the text as it came takes that. */
const control = async (stage: Stage, one: Verified) => {
  await sendPayload(stage, one, signed(stage, one, sorted(one.payload(stage)) as JsonObject)).asControl()
}

/** A correct payload is accepted, however it is written. */
const acceptsWritten = async (stage: Stage, one: Verified, write: (payload: JsonObject) => string) => {
  await control(stage, one)
  const payload = sorted(one.payload(stage)) as JsonObject
  await sendPayload(stage, one, { ...signed(stage, one, payload), text: write(payload) }).processes()
}

/** Text with characters that writers of JSON escape or leave as they are. */
const textual = (stage: Stage, one: Verified): JsonObject =>
  edit(one.payload(stage), 'memo', 'Caf\u00e9 </a> \u{1f600}')

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

const toPairs = (stage: Stage, one: Verified, changes: readonly Change[]): [SignedPayload, Change][] =>
  changes.map(change => [signed(stage, one), change])

/** Each optional member is signed without, and added afterwards. */
const additions = (stage: Stage, one: Verified): [SignedPayload, Change][] =>
  one.optional.map(path => {
    const whole = one.payload(stage)
    const value = whole[path] as Json
    return [signed(stage, one, edit(whole, path, undefined)), { path, value }]
  })

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
    const payload = sorted(textual(stage, one)) as JsonObject
    const asItIs = await sendPayload(stage, one, signed(stage, one, payload))
    if (!isSuccess(asItIs)) notApplicable('The target does not take text beyond ASCII at all (SIG-06).')
    await sendPayload(stage, one, { ...signed(stage, one, payload), text: asciiOnly(payload) }).processes()
  })

  clause('SIG-03', `${name} with a member changed`, stage =>
    refusesChanged(stage, one, toPairs(stage, one, one.changed(stage))),
  )

  clause('SIG-03', `${name} with a member added`, stage => refusesChanged(stage, one, additions(stage, one)))

  clause('SIG-03', `${name} with a member removed`, stage => {
    const optional = one.optional.map((path): Change => ({ path }))
    const required = one.required.map((path): Change => ({ path, anyRefusal: true }))
    return refusesChanged(stage, one, toPairs(stage, one, [...optional, ...required]))
  })

  clause('SIG-10', `${name} with a nested member changed`, stage => {
    const changes = one.changedInside(stage, one.payload(stage))
    return refusesChanged(stage, one, toPairs(stage, one, changes))
  })
})
