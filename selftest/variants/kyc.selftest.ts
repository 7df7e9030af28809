import { describeVariants } from './expectations.ts'
import { variantsOf } from './index.ts'

describeVariants('kyc', variantsOf.kyc)
