import type { Issuer } from '../../../harness/actors/issuer.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import type { PrivateKey } from '../../../protocol/signature/keys.ts'
import { acceptedSending, type Published, proofSignedBy } from './issuer-keys.ts'
import { isAcceptance } from './proofs.ts'

type Which = 'withdrawn' | 'published'

/** The keys are not used in a regular pattern, so that processes that take turns get both. */
const series: readonly Which[] = [
  'withdrawn',
  'withdrawn',
  'published',
  'withdrawn',
  'published',
  'published',
  'withdrawn',
]

/** How many series must accept both keys every time, so that differing processes cannot explain it. */
const telling = 3

/**
 * Fails the clause if the target accepts a withdrawn key besides the published one. Each process of a target may hold a key that it read
 * before: while either key is sometimes refused, waits until the withdrawn one is always refused.
 */
export const expectWithdrawn = async (
  context: CheckContext,
  published: Published,
  withdrawn: PrivateKey,
): Promise<void> => {
  const until = performance.now() + waits.issuerKey.ms[context.run.depth]
  const sending = await sendingOf(context, published)
  let bothAccepted = 0
  for (;;) {
    const accepted = await deliverSeries(context, {
      issuer: published.issuer,
      keys: { published: published.key, withdrawn },
      sending,
    })
    if (accepted.withdrawn.every(isAccepted => !isAccepted)) return
    const isMixed = [...accepted.withdrawn, ...accepted.published].some(isAccepted => !isAccepted)
    bothAccepted = isMixed ? 0 : bothAccepted + 1
    expectThat(bothAccepted < telling, 'proofs by a withdrawn key are accepted', {
      expected: 'a refusal, or a rejection',
      actual: `accepted ${bothAccepted * series.length} times out of as many, besides proofs by the published key`,
    })
    if (!isMixed) continue
    if (performance.now() >= until || context.signal.aborted)
      return context.untried(
        'A withdrawn key: processes of the target still hold it. Shorten their caches for the run.',
      )
    await pause(waits.issuerRereading.ms, context.signal)
  }
}

/** How often a process that still holds the withdrawn key may refuse a proof signed with the published one. */
const patientTries = 4

/**
 * Returns how every proof of the series is sent: if that varied, another process might accept what the first has refused. Another issuer
 * sends them if the target accepts that.
 */
const sendingOf = async (context: CheckContext, published: Published): Promise<Partial<SendOptions>> => {
  for (let tries = 0; tries < patientTries; tries++)
    if (isAcceptance(await context.deliver(await proofSignedBy(context, published.issuer, published.key)))) return {}
  return (await acceptedSending(context, published)) ?? {}
}

type Series = { issuer: Issuer; keys: Record<Which, PrivateKey>; sending: Partial<SendOptions> }

const deliverSeries = async (
  context: CheckContext,
  { issuer, keys, sending }: Series,
): Promise<Record<Which, boolean[]>> => {
  const accepted: Record<Which, boolean[]> = { withdrawn: [], published: [] }
  for (const which of series) {
    const body = await proofSignedBy(context, issuer, keys[which])
    accepted[which].push(isAcceptance(await context.deliver(body, sending)))
  }
  return accepted
}
