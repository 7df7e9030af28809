import { describeMutants } from './expectations.ts'
import { mutantsOf } from './index.ts'

describeMutants('merchant', mutantsOf.merchant)
