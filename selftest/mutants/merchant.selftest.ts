import { describeFaultsTogether, describeMutants } from './expectations.ts'
import { mutantsOf } from './index.ts'
import { groupsTried } from './tried-by.ts'

describeMutants('merchant', mutantsOf.merchant)
describeFaultsTogether('merchant', groupsTried('merchant'))
