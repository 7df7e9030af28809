import { shard } from '../shards.ts'
import { describeFaultsTogether, describeMutants } from './expectations.ts'
import { mutantsOf } from './index.ts'
import { groupsTried } from './tried-by.ts'

describeMutants('gateway', shard(mutantsOf.gateway, 1))
describeFaultsTogether('gateway', shard(groupsTried('gateway'), 1))
