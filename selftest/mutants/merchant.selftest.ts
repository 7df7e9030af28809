import { describeFaultsTogether, describeMutants } from './expectations.ts'
import { groupsFound, groupsTried } from './tried-by.ts'

describeMutants('merchant', groupsFound('merchant'))
describeFaultsTogether('merchant', groupsTried('merchant'))
