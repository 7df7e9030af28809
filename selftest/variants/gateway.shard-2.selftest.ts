import { shard } from '../shards.ts'
import { describeVariants } from './expectations.ts'
import { variantsOf } from './index.ts'

describeVariants('gateway', shard(variantsOf.gateway, 1))
