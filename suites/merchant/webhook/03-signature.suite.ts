/**
 * WEBHOOK-03 · A proof signature that does not verify with the key of the issuer's metadata: 400
 * PROOF_SIGNATURE_INVALID.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { edit } from '../../support/edit.ts'
import { acceptedSending, retryUntil, withRotatingIssuer } from '../../support/merchant/issuer-keys.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import {
  expectNotAccepted,
  expectStillUnpaid,
  isAcceptance,
  payAsControl,
  payingProof,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { fromPartner, proofsInStates } from './proofs.ts'

const { clause } = defineSuite({ id: 'webhook-members', roles: ['merchant'], operations: ['transfer.webhook'] })

clause('WEBHOOK-03', 'signed with the key of another accepted issuer', context =>
  withRotatingIssuer(context, async rotating => {
    await sendProofControl(context)
    const isKnown = await retryUntil(
      context,
      waits.issuerKey.ms[context.run.depth],
      async () => (await acceptedSending(context, rotating)) !== undefined,
    )
    // WEBHOOK-11 judges whether its key is known.
    if (!isKnown)
      return context.untried("A proof signed by another accepted issuer: that issuer's own proofs are not accepted.")
    const { gateway } = context
    const forged = gateway.signs(gateway.proof(await unpaidOrder(context)), { key: rotating.key })
    await context.deliver(forged).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
  }),
)

/** The optional member of a proof: a program may handle a proof with it differently. */
const memo = { memo: 'Conformance proof' }

clause('WEBHOOK-03', 'signed with another key, and a memo', async context => {
  const { gateway } = context
  await sendProofControl(context)
  const forged = gateway.signs(gateway.proof(await unpaidOrder(context), memo), { key: generatePrivateKey() })
  expectNotAccepted(await context.deliver(forged), 'a proof that its issuer did not sign')
})

clause(
  'WEBHOOK-03',
  {
    id: 'payment-by-somebody-else-than-its-issuer-signed-with-another-key',
    title: 'payment that someone other than its issuer made, signed with another key',
  },
  async context => {
    const { gateway } = context
    await sendProofControl(context)
    const proof = gateway.proof(await unpaidOrder(context), fromPartner(context))
    const forged = gateway.signs(proof, { key: generatePrivateKey() })
    expectNotAccepted(await context.deliver(forged), 'a proof that its issuer did not sign')
  },
)

const webhook = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

webhook.clause(
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
      // A forged proof must neither use up the txid of the issuer's proof, nor pay the order with another txid.
      const right = gateway.signs(isSame ? proof : gateway.proof(order))
      await expectStillUnpaid(context, right, 'a proof that its issuer did not sign')
    }
  },
  { firstLook: true },
)

webhook.clause('WEBHOOK-03', 'changed after it was signed', async context => {
  await sendProofControl(context)
  const body = await payingProof(context)
  const changed = edit(body, 'proof.txid', context.fresh('tx'))
  await context.deliver(changed).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
})

webhook.clause('WEBHOOK-03', 'signature of another proof', async context => {
  const body = await payingProof(context)
  await payAsControl(context, body)
  const another = await payingProof(context)
  await context.deliver({ ...another, signature: body.signature }).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
})

webhook.clause('WEBHOOK-03', 'signed with the key of its sender', async context => {
  const { gateway, gateway2 } = context
  await sendProofControl(context)
  const forged = context.deliver(gateway2.signs(gateway.proof(await unpaidOrder(context))), { as: gateway2 })
  // A target that verifies with the sender's key accepts this one, and refuses the right one below.
  expectNotAccepted(await forged, 'a proof that its sender signed instead of its issuer')
  const relayed = await context.deliver(await payingProof(context), { as: gateway2 })
  if (!isAcceptance(relayed)) notApplicable('The target accepts proofs only from their issuers.')
  await forged.expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
})

const states = defineSuite({ id: 'webhook-states', roles: ['merchant'], operations: ['transfer.webhook'] })

for (const [what, proofOf] of Object.entries(proofsInStates))
  states.clause('WEBHOOK-03', `proof of ${what}, signed with another key`, async context => {
    await sendProofControl(context)
    const forged = context.gateway.signs(await proofOf(context), { key: generatePrivateKey() })
    await context.deliver(forged).expectRefusal(400, 'PROOF_SIGNATURE_INVALID')
  })
