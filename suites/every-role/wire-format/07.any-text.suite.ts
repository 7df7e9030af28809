import type { CheckContext } from '../../../harness/context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { textOf, textSamples } from '../../members/values/texts.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { expectNoServerError } from '../../support/reachability.ts'

/** Members of the type text whose form the document gives. */
const formed = /(^|\.)(currency|signature)$/

/** Names that an object has without being given them: what looks ids up in one finds something under these. */
const namesOfObjects = ['__proto__', 'constructor']

/** Returns a body that has the text in every member that takes any. */
const bodyWithText = async (
  context: CheckContext,
  { body, bodyWith, required, optional }: AuthenticatedOperation,
  text: string,
): Promise<JsonObject> => {
  const paths = [...required, ...optional].filter(({ type, path }) => type === 'text' && !formed.test(path))
  let written = await body(context)
  for (const { path } of paths) written = await bodyWith(context, { path, value: text }, written)
  return written
}

/** No text causes a 5xx, whatever its length and its letters. Heading: Limits. */
onEveryOperation('wire-format-members', (clause, operation) => {
  clause.property<string>('FMT-07', `${operation.name} with any text in every member`, async control => {
    await sendControl(control, operation)
    return {
      arbitrary: () => textOf(),
      examples: unlessQuick(control, [...textSamples, ...namesOfObjects]),
      runs: 2,
      test: async (context, text) => {
        const response = await send(context, operation, bodyWithText(context, operation, text))
        expectNoServerError(response, `${operation.name} with this text in every member`)
      },
    }
  })
})
