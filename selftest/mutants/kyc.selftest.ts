import { describeFaultsTogether, describeMutants } from './expectations.ts'
import { groupsFound, groupsTried } from './tried-by.ts'

describeMutants('kyc', groupsFound('kyc'))
describeFaultsTogether('kyc', groupsTried('kyc'))
