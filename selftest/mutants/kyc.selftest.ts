import { describeMutants } from './expectations.ts'
import { mutantsOf } from './index.ts'

describeMutants('kyc', mutantsOf.kyc)
