import { withHeader } from '../../../harness/http/faults.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { alikeTexts, type Likeness } from '../../members/values/alike-texts.ts'
import { nonceLikenesses } from '../../support/authentication/alike-nonces.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Returns two nonces that are alike, in both orders. */
const bothWays = (fresh: () => string, likeness: Likeness): [nonce: string, another: string][] => {
  const [text = '', other = ''] = alikeTexts(fresh(), [likeness])
  const [laterText = '', laterOther = ''] = alikeTexts(fresh(), [likeness])
  return [
    [text, other],
    [laterOther, laterText],
  ]
}

/** A nonce that is like the signed one does not make a replay new. Heading: Authentication. */
onEveryOperation('authentication-replay', (clause, operation) => {
  clause.property<Likeness[]>('AUTH-09', `${operation.name} again with a nonce that is like its own`, async control => {
    await sendControl(control, operation)
    return {
      arbitrary: () => someOf(nonceLikenesses),
      examples: unlessQuick(control, [nonceLikenesses]),
      runs: 1,
      test: async (context, chosen) => {
        for (const [nonce, another] of chosen.flatMap(one => bothWays(() => context.fresh('n'), one))) {
          const body = await operation.body(context)
          const sendOptions = { nonce, timestamp: context.requestNow() }
          // A target may refuse a nonce for what it is.
          if (!isSuccess(await send(context, operation, body, sendOptions))) continue
          const tamper = withHeader('X-OC-Nonce', another)
          await send(context, operation, body, { ...sendOptions, tamper }).expectRefused(
            'a nonce that is not the signed one',
          )
        }
      },
    }
  })
})
