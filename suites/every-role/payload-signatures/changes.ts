import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { edit, memberAt } from '../../support/edit.ts'
import {
  type Alteration,
  alterationSamples,
  altered,
  anyAlteration,
  pathsOf,
} from '../../support/payload-signatures/alterations.ts'
import type { Change, PayloadType, SignedPayload } from '../../support/payload-signatures/signed-payload.ts'
import { sendPayload, sendSortedControl, sign } from '../../support/payload-signatures/signed-payloads.ts'

/** A signed payload, and the change to make after signing it. */
export type ChangedPayload = readonly [signed: SignedPayload, change: Change]

/** Fails the clause unless each change after signing is refused. */
export const expectChangesRefused = async (
  context: CheckContext,
  type: PayloadType,
  changed: readonly ChangedPayload[],
) => {
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
export const signForEach = (
  context: CheckContext,
  type: PayloadType,
  changes: readonly Change[],
): Promise<ChangedPayload[]> =>
  Promise.all(changes.map(async (change): Promise<ChangedPayload> => [await sign(context, type), change]))

/** Signs a fresh payload without each member, which is then added. */
export const signWithoutEach = (
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

/** Returns whether a path names a top-level member of the payload that holds neither an object nor a list of objects. */
export const isTopLevel = (payload: JsonObject, path: string): boolean =>
  !path.includes('.') && ![payload[path]].flat().some(isObject)

/** Returns the property that every small change of a value is detected, at the top level of a payload or below it. */
export const expectAlterationsRefused = (type: PayloadType, isTop: boolean) => async (control: CheckContext) => {
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
