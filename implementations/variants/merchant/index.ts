import type { MerchantPolicies } from '../../../reference/merchant/contract.ts'
import type { Variant } from '../variant.ts'
import { authenticationVariants } from './authentication.ts'
import { catalogueVariants } from './catalogue.ts'
import { dialectVariants } from './dialects.ts'
import { httpVariants } from './http.ts'
import { issuerKeyVariants } from './issuer-keys.ts'
import { metadataVariants } from './metadata.ts'
import { orderAddressVariants } from './order-addresses.ts'
import { orderVariants } from './orders.ts'
import { repeatedOrderVariants } from './repeated-orders.ts'
import { responseVariants } from './responses.ts'
import { simultaneousRequestVariants } from './simultaneous.ts'
import { validationVariants } from './validation.ts'
import { webhookVariants } from './webhook.ts'

/** Conformant merchants that chose otherwise where the document is silent. */
export const merchantVariants: readonly Variant<MerchantPolicies>[] = [
  ...metadataVariants,
  ...dialectVariants,
  ...authenticationVariants,
  ...httpVariants,
  ...responseVariants,
  ...orderVariants,
  ...repeatedOrderVariants,
  ...catalogueVariants,
  ...orderAddressVariants,
  ...validationVariants,
  ...webhookVariants,
  ...simultaneousRequestVariants,
  ...issuerKeyVariants,
]
