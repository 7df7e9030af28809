import { describeVariants } from './expectations.ts'
import { variantsOf } from './index.ts'

describeVariants('merchant', variantsOf.merchant)
