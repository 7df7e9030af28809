/**
 * SIG-03 · Changing, adding or removing any documented top-level member of a signed payload makes the signature invalid
 * (at depth: SIG-10).
 */

import type { CheckContext } from '../../../harness/context.ts'
import { isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { unlessQuick } from '../../members/samples.ts'
import { longTexts } from '../../members/values/texts.ts'
import { edit, memberAt } from '../../support/edit.ts'
import type { Alteration } from '../../support/payload-signatures/alterations.ts'
import { exchangedHalves } from '../../support/payload-signatures/exchanged-halves.ts'
import type { Change, PayloadType, SignedPayload } from '../../support/payload-signatures/signed-payload.ts'
import {
  onEveryPayloadType,
  sendPayload,
  sendSortedControl,
  sign,
} from '../../support/payload-signatures/signed-payloads.ts'
import {
  type ChangedPayload,
  expectAlterationsRefused,
  expectChangesRefused,
  isTopLevel,
  signForEach,
  signWithoutEach,
} from './changes.ts'

/** Fails the clause unless the signature covers a string to its end, however long it is. */
const expectLongTextCovered = async (context: CheckContext, type: PayloadType): Promise<void> => {
  await sendSortedControl(context, type)
  const [path = ''] = type.textPaths
  for (const text of unlessQuick(context, longTexts)) {
    const { payload, signature } = await sign(context, type, edit(await type.create(context), path, text))
    const changed = { payload: edit(payload, path, `${text.slice(0, -1)}y`), signature }
    const response = await sendPayload(context, type, changed)
    expectThat(
      isRefusal(response),
      `${type.name}.${path} of ${text.length} letters, changed at its end after signing, is not detected`,
      { expected: type.refusalCode, actual: summary(response) },
    )
  }
}

const swapCase = (text: string): string =>
  text.replace(/\p{L}/gu, letter => (letter === letter.toLowerCase() ? letter.toUpperCase() : letter.toLowerCase()))

/** Returns a change for each top-level text of a payload that flips the case of its letters. */
const caseChanges = ({ payload }: SignedPayload, { textPaths }: PayloadType): Change[] =>
  textPaths.flatMap(path => {
    const value = memberAt(payload, path)
    return typeof value === 'string' && isTopLevel(payload, path)
      ? [{ path, value: swapCase(value), anyRefusal: true }]
      : []
  })

/** Documented members with empty values, which a program may treat as absent. */
const emptyMembers: readonly Change[] = [
  { path: 'memo', value: '', anyRefusal: true },
  { path: 'items', value: [], anyRefusal: true },
]

/** Fails the clause if a payload verifies with an empty member that was added after signing. */
const expectEmptyMembersCovered = async (context: CheckContext, type: PayloadType): Promise<void> => {
  const changes = emptyMembers.filter(({ path }) => type.optional.includes(path))
  const changed = changes.map(async (change): Promise<ChangedPayload> => {
    const payload = edit(await type.create(context), change.path, undefined)
    return [await sign(context, type, payload), change]
  })
  await expectChangesRefused(context, type, await Promise.all(changed))
}

/** Fails the clause if an accepted payload is accepted again with a change. */
const expectCoveredOnceAccepted = async (context: CheckContext, type: PayloadType): Promise<void> => {
  // Prepared before the payload, since a time in the recent past could belong to a delayed payload.
  const changes = type.changes(context).map((change): Change => ({ ...change, anyRefusal: true }))
  const accepted = await sign(context, type)
  await sendPayload(context, type, accepted).asControl()
  const changed = [...changes, ...caseChanges(accepted, type)]
  await expectChangesRefused(
    context,
    type,
    changed.map((change): ChangedPayload => [accepted, change]),
  )
}

onEveryPayloadType('payload-signatures', (clause, type) => {
  const { name } = type

  clause('SIG-03', `${name} with a member changed`, async context =>
    expectChangesRefused(context, type, await signForEach(context, type, type.changes(context))),
  )

  clause('SIG-03', `${name} with a member added`, async context =>
    expectChangesRefused(context, type, await signWithoutEach(context, type, [...type.optional, ...type.required])),
  )

  clause('SIG-03', `${name} with r and s of its signature exchanged`, async context => {
    await sendSortedControl(context, type)
    const { payload, signature } = await sign(context, type)
    const exchanged = exchangedHalves(signature, context.dialect.signatureEncoding)
    await sendPayload(context, type, { payload, signature: exchanged }).expectRefusalWith(type.refusalCode)
  })

  clause('SIG-03', `${name} with an empty member added`, context => expectEmptyMembersCovered(context, type))

  clause(
    'SIG-03',
    `${name} with a member removed`,
    async context => {
      const optional = type.optional.map((path): Change => ({ path }))
      const required = type.required.map((path): Change => ({ path, anyRefusal: true }))
      await expectChangesRefused(context, type, await signForEach(context, type, [...optional, ...required]))
    },
    { firstLook: true },
  )

  clause('SIG-03', `${name} changed after it was accepted`, context => expectCoveredOnceAccepted(context, type))

  clause('SIG-03', `${name} with the end of a long text changed`, context => expectLongTextCovered(context, type), {
    fromTable: true,
  })

  clause.property<Alteration>('SIG-03', `${name} with any value changed a little`, expectAlterationsRefused(type, true))
})
