import type { CheckContext } from '../../../harness/context.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { waits } from '../../../harness/patience.ts'
import { acceptedSending, type Rotating, retryUntil, withRotatingIssuer } from './issuer-keys.ts'
import { sendProofControl } from './proofs.ts'

/** A second issuer whose proofs are accepted, and how to send them. */
export type SecondIssuer = Rotating & { sending: Partial<SendOptions> }

/** Runs a test with two issuers, once the target accepts proofs of the second. Heading: POST /transfer/webhook. */
export const withSecondIssuer = (context: CheckContext, act: (second: SecondIssuer) => Promise<void>): Promise<void> =>
  withRotatingIssuer(context, async rotating => {
    await sendProofControl(context)
    let sending: Partial<SendOptions> | undefined
    await retryUntil(context, waits.issuerKey.ms[context.run.depth], async () => {
      sending = await acceptedSending(context, rotating)
      return sending !== undefined
    })
    // WEBHOOK-11 judges whether its key is known.
    if (sending === undefined) return context.untried('Proofs of two issuers: those of the second are not accepted.')
    await act({ ...rotating, sending })
  })
