/** WEBHOOK-17 · A proof of another amount is answered rejected, with a message. */

import { defineSuite } from '../../../harness/clause.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { wrongAmounts } from '../../support/merchant/other-amounts.ts'
import { expectRejection, sendProofControl } from '../../support/merchant/proofs.ts'
import { signedProofOf } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-payment', roles: ['merchant'], operations: ['transfer.webhook'] })

for (const [what, wrong] of Object.entries(wrongAmounts))
  clause('WEBHOOK-17', `answer to ${what}`, async context => {
    await sendProofControl(context)
    const order = await unpaidOrder(context)
    const body = signedProofOf(context, order, { amount: wrong(order) })
    expectRejection(await context.deliver(body), body, `a proof of ${what}`)
  })
