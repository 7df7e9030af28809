import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { fail } from '../../../harness/outcome.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { alikeTexts, type Likeness } from '../../members/values/alike-texts.ts'
import { nonceLikenesses } from '../../support/authentication/alike-nonces.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'
import { isUnrelated } from '../../support/probe.ts'

/** The operations at which signatures of all lengths are tried, one of each role: their verification is hardly another one elsewhere. */
const triedAt: ReadonlySet<string> = new Set(['payment.create', 'orders.create'])

/** The halves of a signature that begin with a zero byte in one of 256, and have one digit pair less where they are written as numbers. */
const shortHalves: Readonly<Record<string, (compact: Uint8Array) => boolean>> = {
  'a short r': compact => compact[0] === 0,
  'a short s': compact => compact[32] === 0,
}

/** Nonces that are alike are different nonces, and a signature is one however its numbers begin. Heading: Authentication. */
onEveryOperation('authentication-members', (clause, operation) => {
  const sendWith = (context: CheckContext, nonce: string) =>
    send(context, operation, operation.body(context), { nonce })

  /** Returns whether a nonce is taken after those like it in another series: what sends a request again uses up its nonce once, and not twice. */
  const isTakenAfterOthers = async (context: CheckContext, chosen: Likeness[], at: number): Promise<boolean> => {
    const series = alikeTexts(context.fresh('n'), chosen).slice(0, at + 1)
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

  clause.property<Likeness[]>('AUTH-01', `${operation.name} with nonces that are alike`, async control => {
    await sendControl(control, operation)
    return {
      arbitrary: () => someOf(nonceLikenesses),
      examples: unlessQuick(control, [nonceLikenesses]),
      runs: 2,
      test: async (context, chosen) => {
        for (const [at, nonce] of alikeTexts(context.fresh('n'), chosen).entries()) {
          const response = await sendWith(context, nonce)
          // Only a used nonce shows that it was taken for another one.
          if (isSuccess(response) || (isUnrelated(response) && codeOf(response) !== 'NONCE_REUSED')) continue
          // A target may refuse a nonce for what it is: then it refuses one like it without the others, too.
          const alone = alikeTexts(context.fresh('n'), chosen)[at] ?? ''
          if (!isSuccess(await sendWith(context, alone))) continue
          if (await isTakenAfterOthers(context, chosen, at)) continue
          fail('a nonce is refused because one that is like it was used', {
            expected: `${nonce}: accepted, as it is without the other nonce`,
            actual: summary(response),
            at: response,
          })
        }
      },
    }
  })
})
