import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { orderSigned, ownAmount, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import {
  deliverTelling,
  describeProofResponse,
  expectNotAccepted,
  isAcceptance,
  payAsControl,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'

/** Orders are still known when many others came after them, and no proof pays the last of all. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-end',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** An order, and whether it has expired by now. */
type Early = { order: PaidOrder; isOver: () => boolean }

const earlyOrder = async (context: CheckContext): Promise<Early> => {
  const request = context.orderRequestOf()
  const signed = await signedOrder(context, request)
  const expiresAt = memberOf(signed.order, 'expiresAt')
  const isOver = () => typeof expiresAt === 'number' && expiresAt <= context.now()
  return { order: orderSigned(request, { ...signed }), isOver }
}

const isOverNow = 'An order at the end of the run: it has expired by then. Let the run be shorter.'

clause(
  'WEBHOOK-01',
  'proof of an order that many others came after',
  async context => {
    const { gateway } = context
    const { order, isOver } = await earlyOrder(context)
    context.atEndOfRun(async () => {
      if (isOver()) return context.untried(isOverNow)
      const response = await deliverTelling(context, gateway.signs(gateway.proof(order)))
      if (!isAcceptance(response)) await sendProofControl(context)
      expectThat(isAcceptance(response), 'the proof of an order is not accepted that many others came after', {
        expected: '200 accepted, as for an order that was created last',
        actual: describeProofResponse(response),
        at: response,
      })
    })
  },
  { waits: true },
)

clause(
  'WEBHOOK-06',
  'second proof of a paid order that many others came after',
  async context => {
    const { gateway } = context
    const order = await unpaidOrder(context)
    await payAsControl(context, gateway.signs(gateway.proof(order)))
    context.atEndOfRun(async () => {
      const second = await context.deliver(gateway.signs(gateway.proof(order)))
      expectNotAccepted(second, 'a second proof of a paid order that many others came after')
    })
  },
  { waits: true },
)

/** Another check may still create an order between the two requests. */
const tries = 3

clause('WEBHOOK-08', 'proof of no order over the amount of the last one', async context => {
  const { gateway } = context
  await sendProofControl(context)
  context.atEndOfRun(async () => {
    for (let left = tries; left > 0; left--) {
      const order = await unpaidOrder(context, ownAmount(context))
      const proof = gateway.proof({ ...order, id: context.fresh('no-order') })
      expectNotAccepted(
        await context.deliver(gateway.signs(proof)),
        'a proof of no order over the amount of the last one',
      )
    }
  })
})

clause(
  'WEBHOOK-01',
  'proof of the last order after proofs of no order',
  async context => {
    await sendProofControl(context)
    context.atEndOfRun(async () => {
      for (let left = tries; left > 0; left--) {
        const order = await unpaidOrder(context, ownAmount(context))
        const references = [{ reference: context.fresh('no-order') }, { reference: '' }, {}]
        const changes = references.map(reference => ({ to: { ocid: context.ocid, ...reference } }))
        await expectUnpaidAfter(context, order, { what: 'no order', changes })
      }
    })
  },
  { waits: true },
)
