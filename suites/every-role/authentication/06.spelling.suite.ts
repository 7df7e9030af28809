import type { CheckContext } from '../../../harness/context.ts'
import { withMethod, withPath } from '../../../harness/http/faults.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { address } from '../../../harness/http/target.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { operations } from '../../../protocol/operations.ts'
import type { AuthenticatedOperation } from '../../support/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authenticated-operations.ts'

/** Returns paths that a lenient router takes for `path`, while a guard that compares texts does not. */
const spellings = (path: string): Record<string, string> => ({
  'a slash at the end': `${path}/`,
  'two slashes in front': `/${path}`,
  'two slashes within': path.replace(/\/(?=[^/]+$)/, '//'),
  'capital letters': path.toUpperCase(),
  'an escaped letter': path.replace(/.$/, last => `%${last.charCodeAt(0).toString(16)}`),
  'an escaped slash': path.replace(/\/(?=[^/]+$)/, '%2f'),
  'a parameter of the path': `${path};v=1`,
  'a dot segment': `/.${path}`,
  'a segment that is left again': `/metadata.json/..${path}`,
  'an extension': `${path}.json`,
  'a query': `${path}?v=1`,
})

/** Returns other ways to write a request to an operation. */
const waysToWrite = (context: CheckContext, { name }: AuthenticatedOperation): [string, Partial<SendOptions>][] => [
  ...Object.entries(spellings(operations[name].path)).map(([what, path]): [string, Partial<SendOptions>] => [
    `with ${what}`,
    { tamper: withPath(address(context.run, path).path) },
  ]),
  ...['PUT', 'PATCH'].map((method): [string, Partial<SendOptions>] => [`as ${method}`, { tamper: withMethod(method) }]),
  ...['application/json; charset=utf-8', 'Application/JSON'].map((contentType): [string, Partial<SendOptions>] => [
    `of the type ${contentType}`,
    { contentType },
  ]),
]

/** No way to write a request gets past the signature. Heading: Authentication. */
export const authenticationSpelling = onEveryOperation('authentication-spelling', (clause, operation) => {
  clause('AUTH-06', `${operation.name} signed by an unknown key, and written in other ways`, async context => {
    await sendControl(context, operation)
    const requests = waysToWrite(context, operation).map(async ([what, sendOptions]) => {
      const key = generatePrivateKey()
      const response = await send(context, operation, operation.body(context), { key, ...sendOptions })
      // What is not the operation may be answered in any way.
      expectThat(!operation.isExecution(response), `${operation.name} is executed without its signature, ${what}`, {
        expected: 'no execution',
        actual: summary(response),
        at: response,
      })
    })
    await Promise.all(requests)
  })
})
