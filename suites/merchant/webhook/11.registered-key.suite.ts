import { defineSuite } from '../../../harness/clause.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { proofSignedBy, withUnreliableIssuer } from '../../support/merchant/issuer-keys.ts'
import { isTakenFromSender } from '../../support/merchant/other-keys.ts'
import { expectNotAccepted, isAcceptance, sendProofControl } from '../../support/merchant/proofs.ts'

/** The key of an issuer is not that of its registration. Headings: POST /transfer/webhook, Authentication. */
export const webhookRegisteredKey = defineSuite({
  id: 'webhook-keys',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})
const { clause } = webhookRegisteredKey

// No metadata of this issuer has ever shown its registered key, so that no cache explains it, whether the target has read the document or not.
clause('WEBHOOK-11', 'key that the metadata of the issuer has never shown', context =>
  withUnreliableIssuer(context, async issuer => {
    await sendProofControl(context)
    const unknown = await context.deliver(await proofSignedBy(context, issuer, generatePrivateKey()))
    if (isAcceptance(unknown)) notApplicable('The target does not verify the proofs of this issuer (WEBHOOK-03).')
    const what = 'a proof by the registered key of its issuer, which the metadata of the issuer has never shown'
    expectNotAccepted(await context.deliver(await proofSignedBy(context, issuer, issuer.key)), what)
    // A target may take proofs from their issuers only; one that takes the key of any sender fails WEBHOOK-03.
    if (await isTakenFromSender(context)) return
    expectNotAccepted(
      await context.deliver(await proofSignedBy(context, issuer, issuer.key), { as: issuer }),
      `${what}, sent by the issuer,`,
    )
  }),
)
