import type { MerchantPolicies } from '../../reference/merchant/policies.ts'
import { dialectVariants } from './merchant/dialects.ts'
import { layerVariants } from './merchant/layer.ts'
import { orderVariants } from './merchant/orders.ts'
import { proofVariants } from './merchant/proofs.ts'
import { wireVariants } from './merchant/wire.ts'
import type { Variant } from './variant.ts'

/** Conformant merchants that chose otherwise. */
export const merchantVariants: readonly Variant<MerchantPolicies>[] = [
  ...dialectVariants,
  ...layerVariants,
  ...wireVariants,
  ...orderVariants,
  ...proofVariants,
]
