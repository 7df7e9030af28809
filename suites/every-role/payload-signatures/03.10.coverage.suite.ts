import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { longTexts } from '../../members/values/texts.ts'
import { edit, memberAt } from '../../support/edit.ts'
import {
  type Alteration,
  alterationSamples,
  altered,
  anyAlteration,
  pathsOf,
} from '../../support/payload-signatures/alterations.ts'
import { exchangedHalves } from '../../support/payload-signatures/exchanged-halves.ts'
import type { Change, PayloadType, SignedPayload } from '../../support/payload-signatures/signed-payload.ts'
import {
  onEveryPayloadType,
  sendPayload,
  sendSortedControl,
  sign,
} from '../../support/payload-signatures/signed-payloads.ts'

/** A signed payload, and the change to make after signing it. */
type ChangedPayload = readonly [signed: SignedPayload, change: Change]

const expectChangesRefused = async (context: CheckContext, type: PayloadType, changed: readonly ChangedPayload[]) => {
  await sendSortedControl(context, type)
  const requests = changed.map(async ([{ payload, signature }, { path, value, anyRefusal }]) => {
    const response = await sendPayload(context, type, { payload: edit(payload, path, value), signature })
    const isRefused = anyRefusal ? isRefusal(response) : codeOf(response) === type.refusalCode
    const what = `${type.name}.${path} ${value === undefined ? 'removed' : 'changed'}`
    expectThat(isRefused, `${what} after signing is not detected`, {
      expected: anyRefusal ? 'a refusal' : type.refusalCode,
      actual: summary(response),
    })
  })
  await Promise.all(requests)
}

/** Signs a fresh payload for each change. */
const signForEach = (context: CheckContext, type: PayloadType, changes: readonly Change[]): Promise<ChangedPayload[]> =>
  Promise.all(changes.map(async (change): Promise<ChangedPayload> => [await sign(context, type), change]))

/** Signs a fresh payload without each member, which is then added. */
const signWithoutEach = (
  context: CheckContext,
  type: PayloadType,
  paths: readonly string[],
): Promise<ChangedPayload[]> =>
  Promise.all(
    paths.map(async (path): Promise<ChangedPayload> => {
      const payload = await type.create(context)
      const value = memberAt(payload, path) as Json
      return [await sign(context, type, edit(payload, path, undefined)), { path, value }]
    }),
  )

/** Tells whether a path is that of a member of the payload itself, and not inside of one, or of a list of objects. */
const isTopLevel = (payload: JsonObject, path: string): boolean =>
  !path.includes('.') && ![payload[path]].flat().some(isObject)

/** Returns the property that no small change of a value goes undetected, at the top level of a payload or below it. */
const expectAlterationsRefused = (type: PayloadType, isTop: boolean) => async (control: CheckContext) => {
  await sendSortedControl(control, type)
  return {
    areIndependent: true as const,
    arbitrary: () => anyAlteration,
    examples: unlessQuick(control, alterationSamples),
    runs: 12,
    test: async (context: CheckContext, alteration: Alteration) => {
      const payload = await (type.createLong ?? type.create)(context)
      const paths = pathsOf(payload).filter(path => isTopLevel(payload, path) === isTop)
      const change = altered(payload, paths, alteration)
      if (change === undefined) return
      const { signature } = await sign(context, type, change.signed)
      const response = await sendPayload(context, type, { payload: change.sent, signature })
      expectThat(isRefusal(response), `${type.name}.${change.path} changed a little after signing is not detected`, {
        expected: `${type.refusalCode}: ${brief(memberAt(change.signed, change.path))} was signed`,
        actual: `${summary(response)} to ${brief(memberAt(change.sent, change.path))}`,
        at: response,
      })
    },
  }
}

/** Fails the clause unless a text is signed up to its end, however long it is. */
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

/** Returns a change for each text at the top level of a payload, to the same letters in the other case. */
const caseChanges = ({ payload }: SignedPayload, { textPaths }: PayloadType): Change[] =>
  textPaths.flatMap(path => {
    const value = memberAt(payload, path)
    return typeof value === 'string' && isTopLevel(payload, path)
      ? [{ path, value: swapCase(value), anyRefusal: true }]
      : []
  })

/** Documented members that are empty, which a program may take for absent ones. */
const emptyMembers: readonly Change[] = [
  { path: 'memo', value: '', anyRefusal: true },
  { path: 'items', value: [], anyRefusal: true },
]

/** Fails the clause if a payload verifies with an empty member that was not there when it was signed. */
const expectEmptyMembersCovered = async (context: CheckContext, type: PayloadType): Promise<void> => {
  const changes = emptyMembers.filter(({ path }) => type.optional.includes(path))
  const changed = changes.map(async (change): Promise<ChangedPayload> => {
    const payload = edit(await type.create(context), change.path, undefined)
    return [await sign(context, type, payload), change]
  })
  await expectChangesRefused(context, type, await Promise.all(changed))
}

/** Fails the clause if a payload that was accepted is accepted again with a change. */
const expectCoveredOnceAccepted = async (context: CheckContext, type: PayloadType): Promise<void> => {
  // Before the payload: a time in the past of now could be that of a payload which had to wait to be sent.
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

/** A payload signature covers every member. Heading: Authentication, payload signatures. */
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

  clause.property<Alteration>(
    'SIG-10',
    `${name} with any nested value changed a little`,
    expectAlterationsRefused(type, false),
  )

  clause('SIG-10', `${name} with a nested member added`, async context =>
    expectChangesRefused(context, type, await signWithoutEach(context, type, type.nestedOptional)),
  )

  clause('SIG-10', `${name} with a nested member changed`, async context => {
    const changes = type.nestedChanges(context, await type.create(context))
    await expectChangesRefused(context, type, await signForEach(context, type, changes))
  })
})
