import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import type { Variant } from '../variant.ts'
import { addressVariants } from './addresses.ts'
import { callbackVariants } from './callback.ts'
import { callbackAddressVariants } from './callback-addresses.ts'
import { checkBoxVariants } from './check-boxes.ts'
import { descriptionVariants } from './descriptions.ts'
import { detourVariants } from './detours.ts'
import { dialectVariants } from './dialects.ts'
import { formVariants } from './forms.ts'
import { httpVariants } from './http.ts'
import { listVariants } from './lists.ts'
import { loginVariants } from './logins.ts'
import { metadataVariants } from './metadata.ts'
import { openRequestVariants } from './open-requests.ts'
import { pageBehaviourVariants } from './page-behaviour.ts'
import { pageSecurityVariants } from './page-security.ts'
import { consentPageVariants } from './pages.ts'
import { permissionVariants } from './permissions.ts'
import { radioButtonVariants } from './radio-buttons.ts'
import { refusalVariants } from './refusals.ts'
import { responseVariants } from './responses.ts'
import { sharingButtonVariants } from './sharing-buttons.ts'
import { simultaneousRequestVariants } from './simultaneous.ts'
import { stepVariants } from './steps.ts'

/** Conformant KYC providers that chose otherwise where the document is silent. */
export const kycVariants: readonly Variant<KycPolicies>[] = [
  ...metadataVariants,
  ...dialectVariants,
  ...httpVariants,
  ...responseVariants,
  ...refusalVariants,
  ...permissionVariants,
  ...callbackAddressVariants,
  ...addressVariants,
  ...consentPageVariants,
  ...descriptionVariants,
  ...pageBehaviourVariants,
  ...pageSecurityVariants,
  ...checkBoxVariants,
  ...radioButtonVariants,
  ...listVariants,
  ...formVariants,
  ...sharingButtonVariants,
  ...stepVariants,
  ...detourVariants,
  ...openRequestVariants,
  ...loginVariants,
  ...callbackVariants,
  ...simultaneousRequestVariants,
]
