import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { SendOptions } from '../../../harness/http/target.ts'
import { waits } from '../../../harness/patience.ts'
import { acceptedSending, type Rotating, retryUntil, withRotatingIssuer } from '../../support/merchant/issuer-keys.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { expectNotAccepted, payAsControl, sendProofControl } from '../../support/merchant/proofs.ts'

/** A paid order takes no proof of another issuer, whose txid may be the same. Headings: Proof, POST /transfer/webhook. */
export const webhookTwoIssuers = defineSuite({
  id: 'webhook-issuers',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})
const { clause } = webhookTwoIssuers

/** A second issuer whose proofs are accepted, and how they are sent. */
type SecondIssuer = Rotating & { sending: Partial<SendOptions> }

const withSecondIssuer = (context: CheckContext, act: (second: SecondIssuer) => Promise<void>): Promise<void> =>
  withRotatingIssuer(context, async rotating => {
    await sendProofControl(context)
    let sending: Partial<SendOptions> | undefined
    await retryUntil(context, waits.issuerKey.ms[context.run.depth], async () => {
      sending = await acceptedSending(context, rotating)
      return sending !== undefined
    })
    // WEBHOOK-11 judges whether its key is known.
    if (sending === undefined)
      return context.untried('Proofs of two issuers: those of the second one are not accepted.')
    await act({ ...rotating, sending })
  })

/** Pays an order by the first issuer; returns the response to a proof of the second one with the same txid. */
const proveWithSameTxid = async (context: CheckContext, { issuer, key, sending }: SecondIssuer) => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  const first = gateway.signs(gateway.proof(order))
  await payAsControl(context, first)
  return context.deliver(issuer.signs(issuer.proof(order, { txid: first.proof.txid }), { key }), sending)
}

clause(
  'WEBHOOK-06',
  'second proof with the txid of the first, by another issuer',
  context =>
    withSecondIssuer(context, async second => {
      const response = await proveWithSameTxid(context, second)
      expectNotAccepted(response, 'a proof by another issuer than the one that paid the order, with the same txid')
    }),
  { waits: true },
)
