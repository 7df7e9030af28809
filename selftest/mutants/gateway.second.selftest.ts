import { half } from '../halves.ts'
import { describeMutants } from './expectations.ts'
import { mutantsOf } from './index.ts'

describeMutants('gateway', half(mutantsOf.gateway, 1))
