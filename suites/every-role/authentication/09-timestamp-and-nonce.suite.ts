/**
 * AUTH-09 · The signature covers timestamp and nonce: changing either header after signing is refused with
 * INVALID_SIGNATURE, so that a replay cannot be dressed up as new.
 */

import { withHeader } from '../../../harness/http/faults.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { type Similarity, similarTexts } from '../../members/values/similar-texts.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { nonceSimilarities } from '../../support/authentication/similar-nonces.ts'

/** Values that a program may hold instead of a header. */
const headersNotRead = ['', 'undefined']

onEveryOperation('authentication-signature', (clause, operation) => {
  const { name } = operation

  clause('AUTH-09', `${name} signed for a timestamp or a nonce that was not read`, async context => {
    await sendControl(context, operation)
    const timestamp = String(context.requestNow())
    for (const signed of headersNotRead) {
      const withTimestamp = { timestamp: signed, tamper: withHeader('X-OC-Timestamp', timestamp) }
      const withNonce = { timestamp, nonce: signed, tamper: withHeader('X-OC-Nonce', context.fresh('n')) }
      for (const sendOptions of [withTimestamp, withNonce])
        await send(context, operation, operation.body(context), sendOptions).expectRefusalWith('INVALID_SIGNATURE')
    }
  })

  clause('AUTH-09', `${name} with the timestamp changed after signing`, async context => {
    await sendControl(context, operation)
    const timestamp = context.requestNow() - 1
    const tamper = withHeader('X-OC-Timestamp', String(timestamp + 1))
    const response = send(context, operation, operation.body(context), { timestamp, tamper })
    await response.expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-09', `${name} with the nonce changed after signing`, async context => {
    await sendControl(context, operation)
    const tamper = withHeader('X-OC-Nonce', context.fresh('n'))
    await send(context, operation, operation.body(context), { tamper }).expectRefusalWith('INVALID_SIGNATURE')
  })

  clause('AUTH-09', `${name} that was accepted, with another nonce`, async context => {
    const body = await operation.body(context)
    const sendOptions = { nonce: context.fresh('n'), timestamp: context.requestNow() }
    await send(context, operation, body, sendOptions).asControl()
    const tamper = withHeader('X-OC-Nonce', context.fresh('n'))
    await send(context, operation, body, { ...sendOptions, tamper }).expectRefusalWith('INVALID_SIGNATURE')
  })
})

/** Returns two similar nonces, in both orders. */
const bothWays = (fresh: () => string, similarity: Similarity): [nonce: string, another: string][] => {
  const [text = '', other = ''] = similarTexts(fresh(), [similarity])
  const [laterText = '', laterOther = ''] = similarTexts(fresh(), [similarity])
  return [
    [text, other],
    [laterOther, laterText],
  ]
}

/** A similar nonce does not turn a replay into a new request. Heading: Authentication. */
onEveryOperation('authentication-replay', (clause, operation) => {
  clause.property<Similarity[]>(
    'AUTH-09',
    {
      id: `${operation.name}-again-with-a-nonce-that-is-like-its-own`,
      title: `${operation.name} again with a similar nonce`,
    },
    async control => {
      await sendControl(control, operation)
      return {
        arbitrary: () => someOf(nonceSimilarities),
        examples: unlessQuick(control, [nonceSimilarities]),
        runs: 1,
        test: async (context, chosen) => {
          for (const [nonce, another] of chosen.flatMap(one => bothWays(() => context.fresh('n'), one))) {
            const body = await operation.body(context)
            const sendOptions = { nonce, timestamp: context.requestNow() }
            // A target may refuse a nonce for its form.
            if (!isSuccess(await send(context, operation, body, sendOptions))) continue
            const tamper = withHeader('X-OC-Nonce', another)
            await send(context, operation, body, { ...sendOptions, tamper }).expectRefused(
              'a nonce that is not the signed one',
            )
          }
        },
      }
    },
  )
})
