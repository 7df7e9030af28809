/**
 * FMT-06 · A body that is not JSON, not an object, or of another content type is refused with a 4xx and an error body.
 */

import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject, type Json } from '../../../protocol/json/json.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { expectBodyRefused } from '../../support/errors/expect-body-refused.ts'

/** Returns bodies that are not a JSON object, and content types that are not JSON. */
const foreignBodies = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
): Promise<[what: string, body: Json, contentType?: string][]> => {
  const correct = JSON.stringify(await operation.body(context))
  const withFirst = (member: string) => `{${member},${correct.slice(1)}`
  return [
    ['no body', ''],
    ['text', 'hello'],
    ['half a body', correct.slice(0, -1)],
    ['two bodies', correct + correct],
    ['a list', `[${correct}]`],
    ['a string', JSON.stringify(correct)],
    ['a number', '1'],
    ['null', 'null'],
    ['NaN as a value', withFirst('"x":NaN')],
    ['Infinity as a value', withFirst('"x":-Infinity')],
    ['a comment', withFirst('/* x */"x":1')],
    ['a name without quotes', withFirst('x:1')],
    ['a comma at its end', `${correct.slice(0, -1)},}`],
    ['form fields', 'amount=1&currency=USD', 'application/x-www-form-urlencoded'],
    ['text/plain', correct, 'text/plain'],
    ['application/xml', correct, 'application/xml'],
    ['an unknown content type', correct, 'application/x-unknown'],
  ]
}

const expectForeignRefused = async (context: CheckContext, operation: AuthenticatedOperation) => {
  await sendControl(context, operation)
  const requests = (await foreignBodies(context, operation)).map(async ([what, body, contentType]) => {
    const sendOptions = { as: operation.sender(context), ...(contentType === undefined ? {} : { contentType }) }
    const response = await context.call(operation.name, body, sendOptions)
    expectBodyRefused(operation, what, response)
    const hasErrorBody = isObject(response.json) && isObject(response.json.error)
    expectThat(hasErrorBody, `the refusal of ${what} has no error body`, {
      expected: '{ error: … }',
      actual: response.text ?? '',
    })
  })
  await Promise.all(requests)
}

/** A body is a JSON object. Heading: Endpoints. */
onEveryOperation('wire-format-bodies', (clause, operation) => {
  clause(
    'FMT-06',
    {
      id: `${operation.name}-with-a-body-that-is-no-json-object`,
      title: `${operation.name} with a body that is not a JSON object`,
    },
    context => expectForeignRefused(context, operation),
  )
})
