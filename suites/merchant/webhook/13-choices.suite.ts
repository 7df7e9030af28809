/**
 * WEBHOOK-13 · The same proof again (accepted again or rejected); a sender that is not the issuer; how old a proof may
 * be; whether 10.0 equals 10.00; how long a key is cached.
 */

import type { Issuer, PaidOrder } from '../../../harness/actors/issuer.ts'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey, type PrivateKey } from '../../../protocol/signature/keys.ts'
import {
  awaitUptake,
  hasReadMetadata,
  metadataReads,
  proofSignedBy,
  publishNewKey,
  withRotatingIssuer,
} from '../../support/merchant/issuer-keys.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import { outcomeWord, payAsControl, payingProof, sendProofControl } from '../../support/merchant/proofs.ts'
import { withSecondIssuer } from '../../support/merchant/second-issuer.ts'
import { observeAnswers } from '../../support/observations.ts'
import { observeProofs } from './observed-proofs.ts'

const { clause } = defineSuite({ id: 'webhook-issuers', roles: ['merchant'], operations: ['transfer.webhook'] })

clause.observe('WEBHOOK-13', 'transaction whose txid another issuer has used', context =>
  withSecondIssuer(context, async ({ issuer, key, sending }) => {
    const { gateway } = context
    const first = gateway.signs(gateway.proof(await unpaidOrder(context)))
    await payAsControl(context, first)
    const proof = issuer.proof(await unpaidOrder(context), { txid: first.proof.txid })
    const response = context.deliver(issuer.signs(proof, { key }), sending)
    await observeAnswers(context, { 'another order, the txid of another issuer': response }, outcomeWord)
  }),
)

const keys = defineSuite({ id: 'webhook-keys', roles: ['merchant'], operations: ['transfer.webhook'] })

const unread = 'The target did not read the metadata of the issuer; it may have cached an earlier key.'

const proofs = 3

/** Delivers proofs one by one; returns the vocabulary's word for how often the metadata of their issuer is read. */
const readsWord = async (context: CheckContext, issuer: Issuer, key: PrivateKey): Promise<string> => {
  const bodies = await Promise.all(Array.from({ length: proofs }, () => proofSignedBy(context, issuer, key)))
  const since = performance.now()
  for (const body of bodies) await context.deliver(body)
  const count = metadataReads(context, issuer, since)
  if (count === 0) return 'metadata not read'
  // A read in the background may not have finished.
  return count === 1 ? 'metadata read once' : 'metadata read more than once'
}

keys.clause.observe('WEBHOOK-13', 'proofs by a key that was just read', context =>
  withRotatingIssuer(context, async rotating => {
    await sendProofControl(context)
    const { issuer, key, since } = publishNewKey(context, rotating.issuer)
    const { isKnown } = await awaitUptake(context, { issuer, key, since })
    if (!isKnown || !hasReadMetadata(context, issuer, since)) notApplicable(unread)
    context.observe({
      'right proofs, one after the other': await readsWord(context, issuer, key),
      'wrongly signed proofs, one after the other': await readsWord(context, issuer, generatePrivateKey()),
    })
  }),
)

const choices = defineSuite({ id: 'webhook-choices', roles: ['merchant'], operations: ['transfer.webhook'] })

/** Delivers a proof for a fresh order, correct except for some members. */
const proveWith = (context: CheckContext, changes: object): Promise<HttpResponse> => proveAs(context, () => changes)

const proveAs = async (context: CheckContext, changesOf: (order: PaidOrder) => object): Promise<HttpResponse> => {
  const order = await unpaidOrder(context)
  return context.deliver(context.gateway.signs(context.gateway.proof(order, changesOf(order))))
}

choices.clause.observe('WEBHOOK-13', 'the same proof again', async context => {
  const body = await payingProof(context)
  await payAsControl(context, body)
  await observeProofs(context, { 'the same proof again': context.deliver(body) })
})

choices.clause.observe('WEBHOOK-13', 'transaction that has paid another order', async context => {
  const { gateway } = context
  const { txid } = (await payingProof(context)).proof
  await payAsControl(context, gateway.signs(gateway.proof(await unpaidOrder(context), { txid })))
  await observeProofs(context, { 'another order, the same txid': proveWith(context, { txid }) })
})

choices.clause.observe('WEBHOOK-13', 'sender that is not the issuer', async context => {
  await sendProofControl(context)
  await observeProofs(context, {
    'sent by another gateway': context.deliver(await payingProof(context), { as: context.gateway2 }),
    'sent by a payment app': context.deliver(await payingProof(context), { as: context.app }),
  })
})

choices.clause.observe('WEBHOOK-13', 'age of a proof', async context => {
  await sendProofControl(context)
  const [hour, day] = [3_600, 86_400]
  await observeProofs(context, {
    'an hour old': proveWith(context, { timestamp: context.now() - hour }),
    'a day old': proveWith(context, { timestamp: context.now() - day }),
    'a year old': proveWith(context, { timestamp: context.now() - 365 * day }),
    'a day ahead': proveWith(context, { timestamp: context.now() + day }),
  })
})

choices.clause.observe(
  'WEBHOOK-13',
  { id: 'amount-of-the-same-value-written-otherwise', title: 'equal amount, written differently' },
  async context => {
    await sendProofControl(context)
    await observeProofs(context, {
      'a zero more': proveAs(context, ({ amount }) => ({
        amount: amount.includes('.') ? `${amount}0` : `${amount}.0`,
      })),
      'a zero in front': proveAs(context, ({ amount }) => ({ amount: `0${amount}` })),
    })
  },
)

choices.clause.observe(
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
