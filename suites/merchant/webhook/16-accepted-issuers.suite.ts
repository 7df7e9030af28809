/**
 * WEBHOOK-16 · What an accepted issuer is: one of the merchant's, or one of this order's accepts; an unknown member of
 * proof; a proof for an order that has expired.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { pause } from '../../../harness/pause.ts'
import { signPayload } from '../../../protocol/signature/payload.ts'
import { orderSigned, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { sendProofControl } from '../../support/merchant/proofs.ts'
import { observeProofs } from './observed-proofs.ts'

const { clause } = defineSuite({ id: 'webhook-choices', roles: ['merchant'], operations: ['transfer.webhook'] })

clause.observe(
  'WEBHOOK-16',
  { id: 'whom-an-order-accepts', title: 'issuers that an order accepts' },
  async context => {
    const { accepts: listed } = (await signedOrder(context)).order
    const accepts: readonly unknown[] = Array.isArray(listed) ? listed : []
    const issuers = ['gateway', 'gateway2', 'unreliable', 'rotating'] as const
    const names = issuers.filter(name => accepts.includes(context.run.identities[name]?.ocid))
    context.observe({ 'accepts of an order': [...names, ...(accepts.length > names.length ? ['others'] : [])] })
  },
  { operations: ['orders.create'] },
)

clause.observe('WEBHOOK-16', 'unknown member of a proof', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const plain = gateway.proof(await unpaidOrder(context))
  const unknown = { ...gateway.proof(await unpaidOrder(context)), xUnknown: 'unknown to the schema' }
  await observeProofs(context, {
    'unknown member, signed': context.deliver(gateway.signs(unknown)),
    'unknown member, not signed': context.deliver({
      proof: { ...plain, xUnknown: 'unknown to the schema' },
      signature: signPayload(plain, gateway.key, context.dialect),
    }),
  })
})

/** Seconds until an order expires within the run. */
const lifetime = 2

clause.observe('WEBHOOK-16', 'order that has expired', async context => {
  const expiresAt = context.run.clock.latest() + context.lifetime(lifetime)
  const request = context.orderRequestOf({ expiresAt })
  const response = await context.createOrder(request)
  if (response.status !== 200) return context.observe({ 'order that has expired': 'no order that expires so soon' })
  const order = orderSigned(request, response.json)
  await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
  await observeProofs(context, {
    'order that has expired': context.deliver(context.gateway.signs(context.gateway.proof(order))),
  })
})
