import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import { inPieces, withAdded, withMethod, withPath } from '../../../harness/http/faults.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { operations } from '../../../protocol/operations.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { AuthenticatedOperation, Eventual } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, sendControl } from '../../support/authentication/authenticated-operations.ts'

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

/** Headers by which some programs tell a request of their own network, or another method, from the others. */
const trustedHeaders: Readonly<Record<string, string>> = {
  'X-Forwarded-For': '127.0.0.1',
  'X-Real-IP': '127.0.0.1',
  'X-HTTP-Method-Override': 'GET',
  'X-Original-URL': '/metadata.json',
  Authorization: 'Bearer null',
}

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
  ...Object.entries(trustedHeaders).map(([name, value]): [string, Partial<SendOptions>] => [
    `with ${name}: ${value}`,
    { tamper: withAdded(name, value) },
  ]),
  ['in pieces, without its length', { tamper: inPieces }],
]

/** Characters of a long text: more than a buffer, a column or what a guard reads at once usually holds. */
const longTexts: readonly number[] = [5_000, 70_000]

/** Returns ways to write a correct body, which the others do not change. */
const waysToWriteBody = async (
  context: CheckContext,
  { body, bodyWith, textPath }: AuthenticatedOperation,
): Promise<[string, JsonObject | string][]> => [
  ...(await Promise.all(
    longTexts.map(
      async (length): Promise<[string, JsonObject]> => [
        `with a text of ${length} characters`,
        await bodyWith(context, { path: textPath, value: 'x'.repeat(length) }),
      ],
    ),
  )),
  ['with white space', JSON.stringify(await body(context), undefined, 2)],
  ['with its members in the opposite order', Object.fromEntries(Object.entries(await body(context)).reverse())],
]

/** No way to write a request gets past the signature. Heading: Authentication. */
onEveryOperation('authentication-spelling', (clause, operation) => {
  clause('AUTH-06', `${operation.name} signed by an unknown key, and written in other ways`, async context => {
    await sendControl(context, operation)
    const expectNotExecuted = async (what: string, body: Eventual<JsonObject | string>, options = {}) => {
      const sendOptions = { as: operation.sender(context), key: generatePrivateKey(), ...options }
      const response = await context.call(operation.name, body, sendOptions)
      // What is not the operation may be answered in any way.
      expectThat(!operation.isExecution(response), `${operation.name} is executed without its signature, ${what}`, {
        expected: 'no execution',
        actual: summary(response),
        at: response,
      })
    }
    const bodies = await waysToWriteBody(context, operation)
    await Promise.all([
      ...waysToWrite(context, operation).map(([what, options]) =>
        expectNotExecuted(what, operation.body(context), options),
      ),
      ...bodies.map(([what, body]) => expectNotExecuted(what, body)),
    ])
  })
})
