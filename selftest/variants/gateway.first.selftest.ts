import { half } from '../halves.ts'
import { describeVariants } from './expectations.ts'
import { variantsOf } from './index.ts'

describeVariants('gateway', half(variantsOf.gateway, 0))
