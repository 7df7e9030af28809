import type { PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { pause } from '../../../harness/pause.ts'
import { signPayload } from '../../../protocol/signature/payload.ts'
import { orderSigned, signedOrder, unpaidOrder } from '../../support/merchant/orders.ts'
import { outcomeWord, payAsControl, payingProof, sendProofControl } from '../../support/merchant/proofs.ts'
import { observeAnswers } from '../../support/observations.ts'

/** What the document leaves open of proofs. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-choices',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

const observeProofs = (context: CheckContext, requests: Record<string, PromiseLike<HttpResponse>>): Promise<void> =>
  observeAnswers(context, requests, outcomeWord)

/** Delivers a proof for a fresh order that is correct but for some members. */
const proveWith = (context: CheckContext, changes: object): Promise<HttpResponse> => proveAs(context, () => changes)

const proveAs = async (context: CheckContext, changesOf: (order: PaidOrder) => object): Promise<HttpResponse> => {
  const order = await unpaidOrder(context)
  return context.deliver(context.gateway.signs(context.gateway.proof(order, changesOf(order))))
}

clause.observe('WEBHOOK-13', 'the same proof again', async context => {
  const body = await payingProof(context)
  await payAsControl(context, body)
  await observeProofs(context, { 'the same proof again': context.deliver(body) })
})

clause.observe('WEBHOOK-13', 'transaction that has paid another order', async context => {
  const { gateway } = context
  const { txid } = (await payingProof(context)).proof
  await payAsControl(context, gateway.signs(gateway.proof(await unpaidOrder(context), { txid })))
  await observeProofs(context, { 'another order, the same txid': proveWith(context, { txid }) })
})

clause.observe('WEBHOOK-13', 'sender that is not the issuer', async context => {
  await sendProofControl(context)
  await observeProofs(context, {
    'sent by another gateway': context.deliver(await payingProof(context), { as: context.gateway2 }),
    'sent by a payment app': context.deliver(await payingProof(context), { as: context.app }),
  })
})

clause.observe('WEBHOOK-13', 'age of a proof', async context => {
  await sendProofControl(context)
  const [hour, day] = [3_600, 86_400]
  await observeProofs(context, {
    'an hour old': proveWith(context, { timestamp: context.now() - hour }),
    'a day old': proveWith(context, { timestamp: context.now() - day }),
    'a year old': proveWith(context, { timestamp: context.now() - 365 * day }),
    'a day ahead': proveWith(context, { timestamp: context.now() + day }),
  })
})

clause.observe('WEBHOOK-13', 'amount of the same value, written otherwise', async context => {
  await sendProofControl(context)
  await observeProofs(context, {
    'a zero more': proveAs(context, ({ amount }) => ({ amount: amount.includes('.') ? `${amount}0` : `${amount}.0` })),
    'a zero in front': proveAs(context, ({ amount }) => ({ amount: `0${amount}` })),
  })
})

clause.observe(
  'WEBHOOK-13',
  'reading of an issuer key',
  async context => {
    const { ocid } = context.gateway
    const count = context.journal.find(request => request.kind === 'metadata' && request.ocid === ocid).length
    const often = count === 0 ? 'not in this run' : count === 1 ? 'once' : 'more than once'
    context.observe({ "the gateway's metadata was read": often })
  },
  { last: true },
)

clause.observe(
  'WEBHOOK-16',
  'whom an order accepts',
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

clause.observe(
  'WEBHOOK-16',
  'order that has expired',
  async context => {
    const expiresAt = context.now() + context.lifetime(lifetime)
    const request = context.orderRequestOf({ expiresAt })
    const response = await context.createOrder(request)
    if (response.status !== 200) return context.observe({ 'order that has expired': 'no order that expires so soon' })
    const order = orderSigned(request, response.json)
    await context.idle(pause(context.run.clock.msUntil(expiresAt), context.signal))
    await observeProofs(context, {
      'order that has expired': context.deliver(context.gateway.signs(context.gateway.proof(order))),
    })
  },
  { waits: true },
)
