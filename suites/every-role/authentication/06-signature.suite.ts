/** AUTH-06 · A request signature that does not verify is refused with INVALID_SIGNATURE. */

import fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import { type Fault, inPieces, withAdded, withMethod, withPath, withSignature } from '../../../harness/http/faults.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { operations } from '../../../protocol/operations.ts'
import { headerEncodingOf } from '../../../protocol/profile.ts'
import type { RequestForm } from '../../../protocol/request/request-form.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { decodeSignature, encodeSignature } from '../../../protocol/signature/signature.ts'
import type { AuthenticatedOperation, Eventual } from '../../support/authentication/authenticated-operation.ts'
import {
  expectRefusedWithoutEffect,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { exchangedHalves } from '../../support/payload-signatures/exchanged-halves.ts'
import { withOtherMembers } from './other-members.ts'

onEveryOperation('authentication-members', (clause, operation) =>
  clause('AUTH-06', `${operation.name} with other members, signed by an unknown key`, context =>
    withOtherMembers(context, operation, make =>
      send(context, operation, make(), { key: generatePrivateKey() }).expectRefusalWith('INVALID_SIGNATURE'),
    ),
  ),
)

/** Flips a bit of r and s; the signature stays well-formed in any encoding. */
const withOneBitChanged = (context: CheckContext, bit: number): Fault =>
  withSignature(signature => {
    const encoding = headerEncodingOf(context.dialect)
    const compact = decodeSignature(signature, encoding) ?? new Uint8Array(64)
    const at = 63 - Math.floor(bit / 8)
    compact[at] = (compact[at] ?? 0) ^ (1 << (bit % 8))
    return encodeSignature({ compact, recovery: 0 }, encoding)
  })

/** A bit of the signature, the last one first; not in the first byte of r or s, which stay below the group order. */
const anyBit = fc.integer({ min: 0, max: 495 }).map(at => (at < 248 ? at : at + 8))

/** Returns whether a canonical request includes the body, the nonce or the timestamp, which differ from request to request. */
const tellsRequestsApart = (form: RequestForm): boolean =>
  !('template' in form) || /body|nonce|timestamp/i.test(form.template)

const expectForgeryRefused = async (context: CheckContext, operation: AuthenticatedOperation): Promise<void> => {
  await sendControl(context, operation)
  await expectRefusedWithoutEffect(context, { operation, key: generatePrivateKey() }, 'INVALID_SIGNATURE')
}

onEveryOperation('authentication-signature', (clause, operation) => {
  const { name } = operation

  clause('AUTH-06', `${name} signed by an unknown key`, context => expectForgeryRefused(context, operation), {
    firstLook: true,
  })

  clause('AUTH-06', `${name} with r and s of its signature exchanged`, async context => {
    await sendControl(context, operation)
    const tamper = withSignature(signature => exchangedHalves(signature, headerEncodingOf(context.dialect)))
    const response = send(context, operation, operation.body(context), { tamper })
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })

  clause.property<number>('AUTH-06', `${name} with one bit of the signature changed`, async context => {
    await sendControl(context, operation)
    return {
      arbitrary: () => anyBit,
      examples: [0],
      runs: 4,
      test: async (_, bit) => {
        const response = send(context, operation, operation.body(context), { tamper: withOneBitChanged(context, bit) })
        await response.expectRefusalWith('INVALID_SIGNATURE')
      },
    }
  })

  clause('AUTH-06', `${name} that was accepted, signed anew by an unknown key`, async context => {
    const body = await operation.body(context)
    // An earlier verification must not count for this request: both body and time are new.
    const timestamp = context.requestNow()
    await send(context, operation, body, { timestamp }).asControl()
    const response = send(context, operation, body, { timestamp, key: generatePrivateKey() })
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-06', `${name} with a signature that another request was accepted with`, async context => {
    if (!tellsRequestsApart(context.dialect.canonicalRequest))
      notApplicable(
        'The canonical request contains nothing that differs between two requests of an operation (AUTH-21).',
      )
    let accepted = ''
    const timestamp = context.requestNow() - 1
    const keep = withSignature(signature => {
      accepted = signature
      return signature
    })
    await send(context, operation, operation.body(context), { timestamp, tamper: keep }).asControl()
    const tamper = withSignature(() => accepted)
    await expectRefusedWithoutEffect(context, { operation, tamper }, 'INVALID_SIGNATURE')
  })
})

/** Returns paths that a lenient router treats as `path`, but a guard that compares text does not. */
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

/** Headers that some programs use to recognize internal requests or to override the method. */
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

/** Lengths of a long text: longer than usual buffers, columns and reads. */
const longTexts: readonly number[] = [5_000, 70_000]

/** Returns other ways to write a correct body. */
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

/** No way to write a request bypasses the signature. Heading: Authentication. */
onEveryOperation('authentication-spelling', (clause, operation) => {
  clause('AUTH-06', `${operation.name} signed by an unknown key, and written in other ways`, async context => {
    await sendControl(context, operation)
    const expectNotExecuted = async (what: string, body: Eventual<JsonObject | string>, options = {}) => {
      const sendOptions = { as: operation.sender(context), key: generatePrivateKey(), ...options }
      const response = await context.call(operation.name, body, sendOptions)
      // Requests that are not for the operation may be answered in any way.
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
