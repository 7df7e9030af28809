import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectSame } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { Proof } from '../../../schemas/messages.ts'
import { acceptedSending, retryUntil, withRotatingIssuer } from '../../support/merchant/issuer-keys.ts'
import { foreignOcid, minimalRequest, orderToPay, unpaidOrder } from '../../support/merchant/orders.ts'
import { expectNotAccepted, expectRejection, payAsControl, sendProofControl } from '../../support/merchant/proofs.ts'
import { otherCurrency } from '../../support/merchant/signed-proof.ts'
import { expectLeftUnpaid, expectUnpaidAfter } from '../../support/merchant/unpaid-orders.ts'

/** The receiver's checks, whoever else has signed and whichever members a proof has. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-members',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

clause(
  'WEBHOOK-03',
  'signed with the key of another accepted issuer',
  context =>
    withRotatingIssuer(context, async rotating => {
      await sendProofControl(context)
      const isKnown = await retryUntil(
        context,
        waits.issuerKey.ms[context.run.depth],
        async () => (await acceptedSending(context, rotating)) !== undefined,
      )
      // WEBHOOK-11 judges whether its key is known.
      if (!isKnown)
        return context.untried('A proof that another accepted issuer signed: proofs of its own are not accepted.')
      const { gateway } = context
      const forged = gateway.signs(gateway.proof(await unpaidOrder(context)), { key: rotating.key })
      await context.deliver(forged).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
    }),
  { waits: true },
)

/** The optional member of a proof: what has one may take another way through a program. */
const memo = { memo: 'Conformance proof' }

clause('WEBHOOK-02', 'issuer that is not accepted, and a memo', async context => {
  const { gateway, gateway2 } = context
  await sendProofControl(context)
  for (const as of [gateway2, gateway]) {
    const body = gateway2.signs(gateway2.proof(await unpaidOrder(context), memo))
    expectNotAccepted(await context.deliver(body, { as }), 'a proof by an issuer that is none of its issuers')
  }
})

clause('WEBHOOK-03', 'signed with another key, and a memo', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const forged = gateway.signs(gateway.proof(await unpaidOrder(context), memo), { key: generatePrivateKey() })
  expectNotAccepted(await context.deliver(forged), 'a proof that its issuer did not sign')
})

clause('WEBHOOK-04', 'proof for another recipient, and a memo', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const order = await unpaidOrder(context)
  const proof = gateway.proof(order, { ...memo, to: { ocid: foreignOcid(context), reference: order.id } })
  expectNotAccepted(await context.deliver(gateway.signs(proof)), 'a proof for another recipient')
})

clause('WEBHOOK-06', 'second proof of a paid order, and a memo', async context => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  await payAsControl(context, gateway.signs(gateway.proof(order)))
  const second = gateway.signs(gateway.proof(order, memo))
  expectRejection(await context.deliver(second), second, 'a second proof of a paid order')
})

clause('WEBHOOK-07', 'proof of another amount, and a memo', async context => {
  await sendProofControl(context)
  const amount = context.money.amount(99)
  await expectLeftUnpaid(context, 'another amount', () => ({ ...memo, amount }))
})

clause('WEBHOOK-18', 'proof in another currency, and a memo', async context => {
  await sendProofControl(context)
  await expectLeftUnpaid(context, 'another currency', () => ({ ...memo, currency: otherCurrency(context) }))
})

/** The sender of an external transfer is a partner of the issuer. Heading: POST /transfer/create. */
const fromPartner = ({ app, fresh }: CheckContext): Partial<Proof> => ({
  from: { ocid: app.ocid, reference: fresh('from') },
})

clause('WEBHOOK-01', 'proof of a payment by somebody else than its issuer', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const { proof, signature } = gateway.signs(gateway.proof(await unpaidOrder(context), fromPartner(context)))
  const response = await context.deliver({ proof, signature }).expectAccepted('webhook-response')
  expectSame(memberOf(response, 'status'), 'accepted', 'the status')
  expectSame(memberOf(response, 'txid'), proof.txid, 'the txid')
})

clause('WEBHOOK-03', 'payment by somebody else than its issuer, signed with another key', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const proof = gateway.proof(await unpaidOrder(context), fromPartner(context))
  const forged = gateway.signs(proof, { key: generatePrivateKey() })
  expectNotAccepted(await context.deliver(forged), 'a proof that its issuer did not sign')
})

clause('WEBHOOK-06', 'second proof of a paid order without optional members', async context => {
  const { gateway } = context
  const order = await orderToPay(context, minimalRequest(context))
  await payAsControl(context, gateway.signs(gateway.proof(order)))
  const second = gateway.signs(gateway.proof(order))
  expectRejection(await context.deliver(second), second, 'a second proof of a paid order without optional members')
})

const otherProofs: readonly [
  id: 'WEBHOOK-07' | 'WEBHOOK-18',
  what: string,
  change: (context: CheckContext) => object,
][] = [
  ['WEBHOOK-07', 'another amount', ({ money }) => ({ amount: money.amount(99) })],
  ['WEBHOOK-18', 'another currency', context => ({ currency: otherCurrency(context) })],
]

for (const [id, what, change] of otherProofs)
  clause(id, `proof of ${what}, for an order without optional members`, async context => {
    const { gateway } = context
    await payAsControl(context, gateway.signs(gateway.proof(await orderToPay(context, minimalRequest(context)))))
    const order = await orderToPay(context, minimalRequest(context))
    await expectUnpaidAfter(context, order, { what, changes: [change(context)] })
  })
