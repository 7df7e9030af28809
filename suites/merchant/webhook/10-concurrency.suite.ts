/** WEBHOOK-10 · Two different proofs for one order at the same moment: one accepted at most. */

import type { Issuer } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Lanes } from '../../../harness/http/lanes.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { race, roundsOf } from '../../../harness/race.ts'
import type { PrivateKey } from '../../../protocol/signature/keys.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { expectOneAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'
import { withSecondIssuer } from '../../support/merchant/second-issuer.ts'

const { clause } = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

/** An issuer that pays an order, the key that it signs with, and how its proof is sent. */
type Payer = { issuer: Issuer; key?: PrivateKey; sending?: Partial<SendOptions> }

/** Delivers a proof of each payer for one order at the same moment; at most one of them may be accepted. */
const expectPaidOnce = async (context: CheckContext, payers: readonly Payer[]): Promise<void> => {
  const order = await unpaidOrder(context)
  const entries = payers.map(({ issuer, key = issuer.key, sending }) => {
    const body = issuer.signs(issuer.proof(order), { key })
    return {
      what: `a separate proof by ${issuer.id}`,
      send: (lanes: Lanes) => context.deliver(body, { ...sending, lanes }),
    }
  })
  expectOneAcceptance(await race(context, entries))
}

clause.race('WEBHOOK-10', 'different proofs of one order at the same moment', async context => {
  await sendProofControl(context)
  const payers = Array.from({ length: 4 }, () => ({ issuer: context.gateway }))
  for (const _round of roundsOf(context)) await expectPaidOnce(context, payers)
})

clause.race('WEBHOOK-10', 'proofs of two issuers for one order at the same moment', context =>
  withSecondIssuer(context, async second => {
    const payers = [{ issuer: context.gateway }, second, { issuer: context.gateway }, second]
    for (const _round of roundsOf(context)) await expectPaidOnce(context, payers)
  }),
)
