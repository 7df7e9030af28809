/**
 * FMT-07 · No input brings a 5xx: deep nesting, huge numbers, duplicate keys, lone surrogates, __proto__, very long
 * strings, bodies over any limit (413).
 */

import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { fail } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { textOf, textSamples } from '../../members/values/texts.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { expectNoServerError } from '../../support/reachability.ts'
import { type HostileBody, hostileBodies } from '../../support/wire-format/hostile-bodies.ts'

/** Text members with a documented form. */
const formed = /(^|\.)(currency|signature)$/

/** Names that every object has: a program that looks up ids in a plain object finds something under them. */
const namesOfObjects = ['__proto__', 'constructor']

/** Returns a body with the text in every member that accepts any text. */
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

/** No text causes a 5xx, regardless of its length and characters. Heading: Limits. */
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

const expectSurvived = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  { title, body, large }: HostileBody,
) => {
  const what = `${operation.name} with ${title}`
  const response = await context.call(operation.name, body, { as: operation.sender(context) }).evenSilent()
  if (response.silence?.kind === 'broken' && large) return
  if (response.silence) fail(`${what} gets no response`, { expected: 'a response, no 5xx', actual: summary(response) })
  expectNoServerError(response, what)
}

/** Returns unusual header values that HTTP allows. */
const hostileHeaders = (context: CheckContext): Record<string, { nonce?: string; contentType?: string }> => ({
  'a nonce of 4,000 characters': { nonce: context.fresh('n').padEnd(4_000, 'x') },
  'a nonce that is not ASCII': { nonce: `${context.fresh('n')}\u00e9\u00ff` },
  'a nonce with quotes': { nonce: `${context.fresh('n')}'";--` },
  'a content type without an end': { contentType: 'application/json; charset="' },
  'an unknown character set': { contentType: 'application/json; charset=utf-99' },
})

/** No body and no header causes a 5xx. Heading: Resources and their fields. */
onEveryOperation('wire-format-hostile', (clause, operation) => {
  const { name } = operation

  clause('FMT-07', `${name} with hostile bodies`, async context => {
    await sendControl(context, operation)
    const bodies = await hostileBodies(context, operation)
    await Promise.all(bodies.map(body => expectSurvived(context, operation, body)))
    await sendControl(context, operation)
  })

  clause('FMT-07', `${name} with hostile headers`, async context => {
    await sendControl(context, operation)
    const requests = Object.entries(hostileHeaders(context)).map(async ([what, sendOptions]) => {
      const response = await context.call(name, operation.body(context), {
        as: operation.sender(context),
        ...sendOptions,
      })
      expectNoServerError(response, `${name} with ${what}`)
    })
    await Promise.all(requests)
  })
})
