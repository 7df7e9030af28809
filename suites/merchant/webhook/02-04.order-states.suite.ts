import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { Proof } from '../../../schemas/messages.ts'
import { foreignOcid, ownAmount, unpaidOrder } from '../../support/merchant/orders.ts'
import { payAsControl, sendProofControl } from '../../support/merchant/proofs.ts'
import { expectIssuerRefused } from '../../support/merchant/unaccepted-issuer.ts'

/** Issuer, signature and recipient of a proof are checked before its order, whatever that is. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-states',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** Proofs that would be rejected for their order. */
const proofs: Readonly<Record<string, (context: CheckContext) => Promise<Proof>>> = {
  'an order that does not exist': async context => context.gateway.proof(context.orderRequestOf(ownAmount(context))),
  'an order that is paid': async context => {
    const { gateway } = context
    const order = await unpaidOrder(context)
    await payAsControl(context, gateway.signs(gateway.proof(order)))
    return gateway.proof(order)
  },
  'another amount': async context =>
    context.gateway.proof(await unpaidOrder(context), { amount: context.money.amount(99) }),
}

/** Whose proofs are accepted may depend on the order (WEBHOOK-16), so there has to be one. */
const proofsOfOrders = Object.entries(proofs).filter(([what]) => what !== 'an order that does not exist')

for (const [what, proofOf] of proofsOfOrders)
  clause('WEBHOOK-02', `proof of ${what}, by an issuer that is not accepted`, async context => {
    const { gateway, gateway2 } = context
    await sendProofControl(context)
    const responses = []
    for (const as of [gateway2, gateway]) {
      const proof = { ...(await proofOf(context)), issuer: gateway2.ocid }
      responses.push(await context.deliver(gateway2.signs(proof), { as }))
    }
    expectIssuerRefused(responses)
  })

for (const [what, proofOf] of Object.entries(proofs)) {
  clause('WEBHOOK-03', `proof of ${what}, signed with another key`, async context => {
    await sendProofControl(context)
    const forged = context.gateway.signs(await proofOf(context), { key: generatePrivateKey() })
    await context.deliver(forged).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
  })

  clause('WEBHOOK-04', `proof of ${what}, for another recipient`, async context => {
    await sendProofControl(context)
    const proof = await proofOf(context)
    const to = { ...proof.to, ocid: foreignOcid(context) }
    await context.deliver(context.gateway.signs({ ...proof, to })).expectRefusal(400, 'INVALID_PROOF')
  })
}
