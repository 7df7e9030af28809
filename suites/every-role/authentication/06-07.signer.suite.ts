import fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { type Fault, withSignature } from '../../../harness/http/faults.ts'
import { codeOf, isRefusal, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { headerEncodingOf } from '../../../protocol/profile.ts'
import type { RequestForm } from '../../../protocol/request/request-form.ts'
import { generatePrivateKey, type PrivateKey } from '../../../protocol/signature/keys.ts'
import { decodeSignature, encodeSignature } from '../../../protocol/signature/signature.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import {
  expectRefusedWithoutEffect,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'
import { exchangedHalves } from '../../support/payload-signatures/exchanged-halves.ts'

/** Flips a bit of r and s; the signature stays well-formed in any encoding. */
const withOneBitChanged = (context: CheckContext, bit: number): Fault =>
  withSignature(signature => {
    const encoding = headerEncodingOf(context.dialect)
    const compact = decodeSignature(signature, encoding) ?? new Uint8Array(64)
    const at = 63 - Math.floor(bit / 8)
    compact[at] = (compact[at] ?? 0) ^ (1 << (bit % 8))
    return encodeSignature({ compact, recovery: 0 }, encoding)
  })

/** A bit of the signature, the last one first: all but the first byte of r and of s, which stay below the group order. */
const anyBit = fc.integer({ min: 0, max: 495 }).map(at => (at < 248 ? at : at + 8))

/** Returns whether a canonical request has the body, the nonce or the timestamp, which are others in each request. */
const tellsRequestsApart = (form: RequestForm): boolean =>
  !('template' in form) || /body|nonce|timestamp/i.test(form.template)

/** Tells whether a caller is refused before the signature is looked at: in the same way with its own key. */
const isRefusedAnyway = (response: HttpResponse, withOwnKey: HttpResponse): boolean =>
  isRefusal(response) && codeOf(response) !== 'INVALID_SIGNATURE' && summary(response) === summary(withOwnKey)

/** Fails the clause if a request that one caller signs is taken for one of another, who may make it. */
const expectOwnName = async (context: CheckContext, operation: AuthenticatedOperation) => {
  await sendControl(context, operation)
  const { key } = operation.sender(context)
  const others = operation.otherCallers(context)
  for (const other of others) {
    const sendAs = (signer: PrivateKey) => send(context, operation, operation.body(context), { as: other, key: signer })
    const response = sendAs(key)
    if (isRefusedAnyway(await response, await sendAs(other.key))) continue
    await response.expectRefusalWith('INVALID_SIGNATURE')
    return
  }
  const ids = others.map(({ id }) => id).join(' or ')
  notApplicable(`The target does not take ${ids} as a caller of this operation, whoever signs.`)
}

const expectForgeryRefused = async (context: CheckContext, operation: AuthenticatedOperation): Promise<void> => {
  await sendControl(context, operation)
  await expectRefusedWithoutEffect(context, { operation, key: generatePrivateKey() }, 'INVALID_SIGNATURE')
}

/** A request is signed with the key of its caller. Heading: Authentication. */
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
    // What was verified before must not stand for this request: neither the body nor the moment.
    const timestamp = context.requestNow()
    await send(context, operation, body, { timestamp }).asControl()
    const response = send(context, operation, body, { timestamp, key: generatePrivateKey() })
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-06', `${name} with a signature that another request was accepted with`, async context => {
    if (!tellsRequestsApart(context.dialect.canonicalRequest))
      notApplicable('The canonical request has nothing in which two requests of an operation differ (AUTH-21).')
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

  clause('AUTH-07', `${name} signed by another known OCID`, async context => {
    await sendControl(context, operation)
    for (const { key } of operation.otherCallers(context))
      await expectRefusedWithoutEffect(context, { operation, key }, 'INVALID_SIGNATURE')
  })

  clause('AUTH-07', `${name} in the name of another known OCID`, context => expectOwnName(context, operation))
})
