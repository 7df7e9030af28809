import { variantsOf } from '../../implementations/variants/index.ts'
import { describeVariants } from './expectations.ts'

describeVariants('merchant', variantsOf.merchant)
