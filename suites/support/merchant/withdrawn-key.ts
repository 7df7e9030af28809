import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import type { PrivateKey } from '../../../protocol/keys.ts'
import { deliverProofBy, type Published } from './issuer-keys.ts'
import { isAcceptance } from './proofs.ts'

type Which = 'withdrawn' | 'published'

/** Neither key comes at a regular distance, so that processes which take turns get both. */
const series: readonly Which[] = [
  'withdrawn',
  'withdrawn',
  'published',
  'withdrawn',
  'published',
  'published',
  'withdrawn',
]

/** Series in which both keys are accepted each time, after which no other process can explain it. */
const telling = 3

/**
 * Fails the clause if the target accepts a withdrawn key beside the published one. Each process of a target may hold a key that it read
 * before: as long as one of the keys is refused at times, it is waited until the withdrawn one is refused each time.
 */
export const expectWithdrawn = async (
  context: CheckContext,
  published: Published,
  withdrawn: PrivateKey,
): Promise<void> => {
  const until = performance.now() + waits.issuerKey.ms[context.run.depth]
  let bothAccepted = 0
  for (;;) {
    const accepted = await deliverSeries(context, published, withdrawn)
    if (accepted.withdrawn.every(isAccepted => !isAccepted)) return
    const isMixed = [...accepted.withdrawn, ...accepted.published].some(isAccepted => !isAccepted)
    bothAccepted = isMixed ? 0 : bothAccepted + 1
    expectThat(bothAccepted < telling, 'proofs by a key that the issuer no longer publishes are accepted', {
      expected: 'a refusal, or a rejection',
      actual: `accepted ${bothAccepted * series.length} times out of as many, beside proofs by the published key`,
    })
    if (!isMixed) continue
    if (performance.now() >= until || context.signal.aborted)
      return context.untried(
        'A key that the issuer no longer publishes: processes of the target still hold it. Give their caches a shorter life for the run.',
      )
    await pause(waits.issuerRereading.ms, context.signal)
  }
}

const deliverSeries = async (
  context: CheckContext,
  published: Published,
  withdrawn: PrivateKey,
): Promise<Record<Which, boolean[]>> => {
  const accepted: Record<Which, boolean[]> = { withdrawn: [], published: [] }
  for (const which of series) {
    const responses = await deliverProofBy(context, published, which === 'withdrawn' ? withdrawn : published.key)
    accepted[which].push(responses.some(isAcceptance))
  }
  return accepted
}
