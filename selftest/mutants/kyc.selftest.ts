import { describeFaultsTogether, describeMutants } from './expectations.ts'
import { mutantsOf } from './index.ts'
import { groupsTried } from './tried-by.ts'

describeMutants('kyc', mutantsOf.kyc)
describeFaultsTogether('kyc', groupsTried('kyc'))
