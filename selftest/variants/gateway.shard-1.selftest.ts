import { variantsOf } from '../../implementations/variants/index.ts'
import { shard } from '../shards.ts'
import { describeVariants } from './expectations.ts'

describeVariants('gateway', shard(variantsOf.gateway, 0))
