import type { MerchantPolicies } from '../../../../reference/merchant/contract.ts'
import {
  issuerIsAccepted,
  proofIsSigned,
  recipientIsReceiver,
  webhookRules,
} from '../../../../reference/merchant/webhook/rules.ts'
import { swap } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Faults in the sequence in which a proof is checked (WEBHOOK-05). */
export const webhookPrecedenceMutants: readonly Mutant<MerchantPolicies>[] = [
  {
    name: 'the recipient is checked before the signature',
    breaks: 'WEBHOOK-05',
    story: 'The cheap check was moved to the front to save a verification.',
    policies: { webhookRules: swap(webhookRules, proofIsSigned, recipientIsReceiver) },
  },
  {
    name: 'the signature is checked before the issuer',
    breaks: 'WEBHOOK-05',
    story: 'Nothing in a proof should be read before its signature.',
    policies: { webhookRules: swap(webhookRules, issuerIsAccepted, proofIsSigned) },
  },
  {
    name: 'the recipient is checked before the signature, which is over members sorted at the top level',
    breaks: 'WEBHOOK-05',
    story: 'The cheapest check is done first; the harness must discover how payloads are signed.',
    profile: { canonicalJson: 'top-level' },
    isDiscovered: true,
    policies: { webhookRules: swap(webhookRules, proofIsSigned, recipientIsReceiver) },
  },
]
