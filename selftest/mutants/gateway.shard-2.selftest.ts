import { shard } from '../shards.ts'
import { describeFaultsTogether, describeMutants } from './expectations.ts'
import { groupsFound, groupsTried } from './tried-by.ts'

describeMutants('gateway', shard(groupsFound('gateway'), 1))
describeFaultsTogether('gateway', shard(groupsTried('gateway'), 1))
