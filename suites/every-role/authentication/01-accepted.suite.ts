/** AUTH-01 · A request with the four headers, signed by the key of the OCID it names, is accepted. */

import type { CheckContext } from '../../../harness/context.ts'
import { inPieces, withLowerCaseNames, without } from '../../../harness/http/faults.ts'
import { codeOf, isSuccess, type PendingResponse, summary } from '../../../harness/http/pending-response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { expectThat, fail, notApplicable } from '../../../harness/outcome.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { type Similarity, similarTexts } from '../../members/values/similar-texts.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { nonceSimilarities } from '../../support/authentication/similar-nonces.ts'
import { isUnrelated } from '../../support/probe.ts'

const expectExecuted = async (operation: AuthenticatedOperation, request: PendingResponse) => {
  await request.expectProcessed()
  const response = await request
  expectThat(operation.isExecution(response), 'a request is refused because of one that its caller did not send', {
    expected: 'accepted, as without the other request',
    actual: summary(response),
    at: response,
  })
}

onEveryOperation('authentication', (clause, operation) => {
  const { name } = operation

  clause('AUTH-01', `${name} with the four headers`, async context => {
    await send(context, operation, operation.body(context)).expectProcessed()
  })
  clause('AUTH-01', `${name} with the names of the headers in lower case`, async context => {
    await sendControl(context, operation)
    await send(context, operation, operation.body(context), { tamper: withLowerCaseNames }).expectProcessed()
  })

  clause(
    'AUTH-01',
    {
      id: `${name}-that-was-refused-before-as-somebody-else-had-sent-it`,
      title: `${name} after a refusal because another caller had sent it`,
    },
    async context => {
      await sendControl(context, operation)
      const body = await operation.body(context)
      const strangers = [{ key: generatePrivateKey() }, { as: context.nobody }, { tamper: without('X-OC-Signature') }]
      for (const stranger of strangers)
        if (isSuccess(await send(context, operation, body, stranger)))
          notApplicable('The target accepts a request that its caller did not sign.')
      await expectExecuted(operation, send(context, operation, body))
    },
  )
})

/**
 * The operations with which signatures of all lengths are tried, one per role: other operations are unlikely to verify them differently.
 */
const triedAt: ReadonlySet<string> = new Set(['payment.create', 'orders.create'])

/** The halves of a signature: each starts with a zero byte once in 256 times, and is then two hex digits shorter as a number. */
const shortHalves: Readonly<Record<string, (compact: Uint8Array) => boolean>> = {
  'a short r': compact => compact[0] === 0,
  'a short s': compact => compact[32] === 0,
}

/** Similar nonces are different nonces, and a signature is valid regardless of its first bytes. Heading: Authentication. */
onEveryOperation('authentication-members', (clause, operation) => {
  const sendWith = (context: CheckContext, nonce: string) =>
    send(context, operation, operation.body(context), { nonce })

  /**
   * Returns whether a nonce is accepted after similar ones, in a fresh series: if something on the way had repeated a request, that is
   * unlikely to happen again.
   */
  const isTakenAfterOthers = async (context: CheckContext, chosen: Similarity[], at: number): Promise<boolean> => {
    const series = similarTexts(context.fresh('n'), chosen).slice(0, at + 1)
    const last = series.pop() ?? ''
    for (const nonce of series) await sendWith(context, nonce)
    return isSuccess(await sendWith(context, last))
  }

  if (triedAt.has(operation.name))
    for (const [what, isMeant] of Object.entries(shortHalves))
      clause('AUTH-01', `${operation.name} whose signature has ${what}`, async context => {
        await sendControl(context, operation)
        await send(context, operation, operation.body(context), { isMeant }).expectProcessed()
      })

  clause.property<Similarity[]>(
    'AUTH-01',
    { id: `${operation.name}-with-nonces-that-are-alike`, title: `${operation.name} with similar nonces` },
    async control => {
      await sendControl(control, operation)
      return {
        arbitrary: () => someOf(nonceSimilarities),
        examples: unlessQuick(control, [nonceSimilarities]),
        runs: 2,
        test: async (context, chosen) => {
          for (const [at, nonce] of similarTexts(context.fresh('n'), chosen).entries()) {
            const response = await sendWith(context, nonce)
            // Only NONCE_REUSED proves that the nonce was mistaken for another.
            if (isSuccess(response) || (isUnrelated(response) && codeOf(response) !== 'NONCE_REUSED')) continue
            // A target may refuse a nonce for its form: then it also refuses it without the others.
            const alone = similarTexts(context.fresh('n'), chosen)[at] ?? ''
            if (!isSuccess(await sendWith(context, alone))) continue
            if (await isTakenAfterOthers(context, chosen, at)) continue
            fail('a nonce is refused because a similar one was used', {
              expected: `${nonce}: accepted, as it is without the other nonce`,
              actual: summary(response),
              at: response,
            })
          }
        },
      }
    },
  )
})

/** Lengths of texts that exceed a buffer, or a single read. */
const longTexts: readonly number[] = [5_000, 100_000]

type Sending = { what: string; body: JsonObject; sendOptions?: Partial<SendOptions> }

/** Returns correct requests whose bodies are unusually long or arrive in pieces. */
const unusualBodies = async (context: CheckContext, operation: AuthenticatedOperation): Promise<Sending[]> => [
  ...(await Promise.all(
    longTexts.map(async length => ({
      what: `a text of ${length} characters`,
      body: await operation.bodyWith(context, { path: operation.textPath, value: 'x'.repeat(length) }),
    })),
  )),
  { what: 'a body in pieces', body: await operation.body(context), sendOptions: { tamper: inPieces } },
]

/** A signature covers the whole body, however long it is and however it arrives. Heading: Authentication. */
onEveryOperation('authentication-body', (clause, operation) => {
  clause('AUTH-01', `${operation.name} with a long body, and one in pieces`, async context => {
    await sendControl(context, operation)
    for (const { what, body, sendOptions } of await unusualBodies(context, operation)) {
      const response = await send(context, operation, body, sendOptions)
      // The document states no limit: a target may refuse a body as too long, but not for its signature.
      expectThat(codeOf(response) !== 'INVALID_SIGNATURE', `a correct signature is refused with ${what}`, {
        expected: 'accepted, or refused for another reason',
        actual: summary(response),
        at: response,
      })
    }
  })
})
