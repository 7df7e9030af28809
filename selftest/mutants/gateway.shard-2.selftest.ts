import { shard } from '../shards.ts'
import { describeMutants } from './expectations.ts'
import { mutantsOf } from './index.ts'

describeMutants('gateway', shard(mutantsOf.gateway, 1))
