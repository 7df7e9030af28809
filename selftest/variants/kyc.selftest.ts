import { variantsOf } from '../../implementations/variants/index.ts'
import { describeVariants } from './expectations.ts'

describeVariants('kyc', variantsOf.kyc)
