import { signPayload } from '../../protocol/payload.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { isSuccess } from '../harness/sent.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf, observeAnswers } from '../observed.ts'
import { signedOrder, unpaidOrder } from './orders.ts'
import { control, isTaken, payingProof, pays } from './proofs.ts'

/** What POST /transfer/webhook leaves open. */
export const webhookChoices = defineSuite({
  id: 'webhook-choices',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})
const { clause } = webhookChoices

const observed = (stage: Stage, tried: Record<string, PromiseLike<Answer>>): Promise<void> =>
  observeAnswers(stage, tried, said)

const said = (answer: Answer): string =>
  isTaken(answer) ? 'accepted' : isSuccess(answer) ? 'rejected' : answerOf(answer)

/** A correct proof for a fresh order but for these members. */
const proveWith = async (stage: Stage, changes: object): Promise<Answer> =>
  stage.deliver(stage.gateway.signs(stage.gateway.proof(await unpaidOrder(stage), changes)))

clause.observe('WEBHOOK-13', 'the same proof again', async stage => {
  const body = await payingProof(stage)
  await pays(stage, body)
  await observed(stage, { 'the same proof again': stage.deliver(body) })
})

clause.observe('WEBHOOK-13', 'transaction that has paid another order', async stage => {
  const { gateway } = stage
  const { txid } = (await payingProof(stage)).proof
  await pays(stage, gateway.signs(gateway.proof(await unpaidOrder(stage), { txid })))
  await observed(stage, { 'another order, the same txid': proveWith(stage, { txid }) })
})

clause.observe('WEBHOOK-13', 'sender that is not the issuer', async stage => {
  await control(stage)
  await observed(stage, {
    'sent by another gateway': stage.deliver(await payingProof(stage), { as: stage.gateway2 }),
    'sent by a payment app': stage.deliver(await payingProof(stage), { as: stage.app }),
  })
})

clause.observe('WEBHOOK-13', 'age of a proof', async stage => {
  await control(stage)
  const [hour, day] = [3_600, 86_400]
  await observed(stage, {
    'an hour old': proveWith(stage, { timestamp: stage.now() - hour }),
    'a day old': proveWith(stage, { timestamp: stage.now() - day }),
    'a year old': proveWith(stage, { timestamp: stage.now() - 365 * day }),
    'a day ahead': proveWith(stage, { timestamp: stage.now() + day }),
  })
})

clause.observe('WEBHOOK-13', 'amount of the same value, written otherwise', async stage => {
  await control(stage)
  const amount = stage.money.amount()
  await observed(stage, {
    'a zero more': proveWith(stage, { amount: amount.includes('.') ? `${amount}0` : `${amount}.0` }),
    'a zero in front': proveWith(stage, { amount: `0${amount}` }),
  })
})

clause.observe(
  'WEBHOOK-13',
  'reading of an issuer key',
  async stage => {
    const { ocid } = stage.gateway
    const count = stage.witness.find(one => one.kind === 'metadata' && one.ocid === ocid).length
    const often = count === 0 ? 'not in this run' : count === 1 ? 'once' : 'more than once'
    stage.observe({ "the gateway's metadata was read": often })
  },
  { last: true },
)

clause.observe(
  'WEBHOOK-16',
  'whom an order accepts',
  async stage => {
    const { accepts: listed } = (await signedOrder(stage)).order
    const accepts: readonly unknown[] = Array.isArray(listed) ? listed : []
    const issuers = ['gateway', 'gateway2', 'unreliable', 'rotating'] as const
    const names = issuers.filter(name => accepts.includes(stage.session.identities[name]?.ocid))
    stage.observe({ 'accepts of an order': [...names, ...(accepts.length > names.length ? ['others'] : [])] })
  },
  { operations: ['orders.create'] },
)

clause.observe('WEBHOOK-16', 'unknown member of a proof', async stage => {
  const { gateway } = stage
  await control(stage)
  const plain = gateway.proof(await unpaidOrder(stage))
  const unknown = { ...gateway.proof(await unpaidOrder(stage)), xUnknown: 'unknown to the schema' }
  await observed(stage, {
    'unknown member, signed': stage.deliver(gateway.signs(unknown)),
    'unknown member, not signed': stage.deliver({
      proof: { ...plain, xUnknown: 'unknown to the schema' },
      signature: signPayload(plain, gateway.key, stage.dialect),
    }),
  })
})

/** Seconds that an order lives which has to expire within the run. */
const lifetime = 2

clause.observe('WEBHOOK-16', 'order that has expired', async stage => {
  const expiresAt = stage.now() + lifetime
  const order = stage.orderRequestOf({ expiresAt })
  const answer = await stage.createOrder(order)
  if (answer.status !== 200) return stage.observe({ 'order that has expired': 'no order that expires so soon' })
  await pause((expiresAt + 1) * 1_000 - Date.now(), stage.signal)
  await observed(stage, { 'order that has expired': stage.deliver(stage.gateway.signs(stage.gateway.proof(order))) })
})
