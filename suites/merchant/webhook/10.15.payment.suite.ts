import { defineSuite } from '../../../harness/clause.ts'
import { endNotObservable } from '../../../harness/not-observable.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { describeProofResponse, isAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'

/** An order is paid once. Heading: POST /transfer/webhook. */
export const webhookPaidOnce = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })
const { clause } = webhookPaidOnce

const copies = 4
const rounds = 3

clause.race('WEBHOOK-10', 'different proofs of one order at the same moment', async context => {
  await sendProofControl(context)
  for (let round = 0; round < rounds; round++) {
    const order = await unpaidOrder(context)
    const proofs = Array.from({ length: copies }, () => context.gateway.signs(context.gateway.proof(order)))
    const responses = await Promise.all(proofs.map(body => context.deliver(body)))
    const count = responses.filter(isAcceptance).length
    expectThat(count <= 1, `${count} of ${copies} different proofs of one order were accepted`, {
      expected: 'one at most',
      actual: responses.map(describeProofResponse).join(', '),
    })
  }
})

clause('WEBHOOK-15', 'what a paid order holds', async () => endNotObservable('WEBHOOK-15'))
