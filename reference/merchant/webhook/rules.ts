import { Refusal } from '../../../protocol/errors.ts'
import type { WebhookRule } from '../contract.ts'

/** Check 1: refuses an issuer that is not one of the merchant's. Clauses: WEBHOOK-02, WEBHOOK-16, ORDER-11. */
export const issuerIsAccepted: WebhookRule = ({ signed: { proof }, merchant }) =>
  merchant.issuers.includes(proof.issuer)
    ? undefined
    : new Refusal('ISSUER_NOT_ACCEPTED', 400, 'The issuer of the proof is not accepted.')

/** Check 2: refuses a proof that its issuer did not sign, or whose issuer's key cannot be read. Clauses: WEBHOOK-03, WEBHOOK-12. */
export const proofIsSigned: WebhookRule = async ({ signed, merchant }) =>
  (await merchant.policies.isSignedByIssuer(signed, merchant))
    ? undefined
    : new Refusal('PROOF_SIGNATURE_INVALID', 400, 'The issuer did not sign the proof.')

/** Check 3: refuses a proof for another recipient. Clause: WEBHOOK-04. */
export const recipientIsReceiver: WebhookRule = ({ signed: { proof }, merchant }) =>
  proof.to.ocid === merchant.ocid
    ? undefined
    : new Refusal('INVALID_PROOF', 400, 'The recipient of the proof is not this merchant.')

/** "Receiver checks" 1 to 3, in order; 4 and 5 end in an answer, not in a refusal: `objections`. Clause: WEBHOOK-05. */
export const webhookRules: readonly WebhookRule[] = [issuerIsAccepted, proofIsSigned, recipientIsReceiver]
