import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { SignedProof } from '../../../schemas/messages.ts'
import { edit } from '../../support/edit.ts'
import { foreignOcid, minimalRequest, orderToPay, unpaidOrder } from '../../support/merchant/orders.ts'
import {
  describeProofResponse,
  expectNotAccepted,
  expectStillUnpaid,
  isAcceptance,
  payAsControl,
  payingProof,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { expectIssuerRefused } from '../../support/merchant/unaccepted-issuer.ts'

/** Which proofs a merchant accepts and refuses. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

const expectAccepted = async (context: CheckContext, body: SignedProof) => {
  const response = await context.deliver(body).expectAccepted('webhook-response')
  expectSame(memberOf(response, 'status'), 'accepted', 'the status')
  expectSame(memberOf(response, 'txid'), body.proof.txid, 'the txid')
}

clause('WEBHOOK-01', 'proof for an unpaid order', async context => expectAccepted(context, await payingProof(context)))

clause('WEBHOOK-01', 'proof with a memo', async context => {
  const proof = context.gateway.proof(await unpaidOrder(context), { memo: 'Conformance proof' })
  await expectAccepted(context, context.gateway.signs(proof))
})

clause('WEBHOOK-01', 'proof for an order without optional members', async context => {
  const order = await orderToPay(context, minimalRequest(context))
  await expectAccepted(context, context.gateway.signs(context.gateway.proof(order)))
})

clause('WEBHOOK-01', 'proof for an order whose id was used again, with another amount', async context => {
  const request = minimalRequest(context)
  const order = await orderToPay(context, request)
  const again = await context.createOrder({ ...request, amount: context.money.amount(200) })
  const signed = memberOf(again.json, 'order') ?? again.json
  if (isSuccess(again) && !isSameAmount(textOf(memberOf(signed, 'amount')), order.amount))
    notApplicable('The target signs two orders under one id (ORDER-09).')
  await expectAccepted(context, context.gateway.signs(context.gateway.proof(order)))
})

clause('WEBHOOK-02', 'proof that names its recipient as its issuer', async context => {
  await sendProofControl(context)
  const { gateway, ocid } = context
  const responses = []
  for (const as of [gateway, context.gateway2]) {
    const proof = { ...gateway.proof(await unpaidOrder(context)), issuer: ocid }
    responses.push(await context.deliver(gateway.signs(proof), { as }))
  }
  for (const response of responses) expectNotAccepted(response, 'a proof that names its recipient as its issuer')
  // Who takes proofs from their issuers only may refuse the sender, by another code.
  const isLookedUp = responses.every(response => codeOf(response) === 'PROOF_SIGNATURE_INVALID')
  expectThat(!isLookedUp, 'the merchant is one of the issuers that it accepts', {
    expected: '400 ISSUER_NOT_ACCEPTED',
    actual: responses.map(describeProofResponse).join(', '),
  })
})

clause('WEBHOOK-02', 'issuer that is not accepted', async context => {
  await sendProofControl(context)
  const { gateway, gateway2 } = context
  const order = await unpaidOrder(context)
  const responses = []
  for (const as of [gateway2, gateway])
    responses.push(await context.deliver(gateway2.signs(gateway2.proof(order)), { as }))
  expectIssuerRefused(responses)
  await expectStillUnpaid(context, gateway.signs(gateway.proof(order)), 'a proof by an issuer that is not accepted')
  await sendProofControl(context)
})

clause(
  'WEBHOOK-03',
  'signed with another key',
  async context => {
    const { gateway } = context
    await sendProofControl(context)
    for (const isSame of [true, false]) {
      const order = await unpaidOrder(context)
      const proof = gateway.proof(order)
      const forged = gateway.signs(proof, { key: generatePrivateKey() })
      await context.deliver(forged).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
      // Whoever forges a proof must not use up the txid of the issuer's, nor pay the order with another one.
      const right = gateway.signs(isSame ? proof : gateway.proof(order))
      await expectStillUnpaid(context, right, 'a proof that its issuer did not sign')
    }
  },
  { firstLook: true },
)

clause('WEBHOOK-03', 'changed after it was signed', async context => {
  await sendProofControl(context)
  const body = await payingProof(context)
  const changed = edit(body, 'proof.txid', context.fresh('tx'))
  await context.deliver(changed).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
})

clause('WEBHOOK-03', 'signature of another proof', async context => {
  const body = await payingProof(context)
  await payAsControl(context, body)
  const another = await payingProof(context)
  await context.deliver({ ...another, signature: body.signature }).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
})

clause('WEBHOOK-03', 'signed with the key of its sender', async context => {
  const { gateway, gateway2 } = context
  await sendProofControl(context)
  const forged = context.deliver(gateway2.signs(gateway.proof(await unpaidOrder(context))), { as: gateway2 })
  // A target that verifies with the key of the sender accepts this one, and refuses the right one below.
  expectNotAccepted(await forged, 'a proof that its sender signed, and not its issuer')
  const relayed = await context.deliver(await payingProof(context), { as: gateway2 })
  if (!isAcceptance(relayed)) notApplicable('The target accepts proofs from their issuers only.')
  await forged.expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
})

clause('WEBHOOK-04', 'proof for another recipient', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const order = await unpaidOrder(context)
  const own = { ocid: context.ocid, reference: order.id }
  // A refund goes from the merchant to somebody else.
  for (const ocid of [foreignOcid(context), gateway.ocid])
    for (const from of [{}, { from: own }]) {
      const proof = gateway.proof(order, { to: { ocid, reference: order.id }, ...from })
      await context.deliver(gateway.signs(proof)).expectRefusal(400, 'INVALID_PROOF')
    }
  await expectStillUnpaid(context, gateway.signs(gateway.proof(order)), 'a proof for another recipient')
})
