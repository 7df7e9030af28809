import { describe } from 'vitest'
import { roles } from '../../protocol/operations.ts'
import { describeMutants } from '../mutants/expectations.ts'
import { mutantsOf } from '../mutants/index.ts'
import { describeVariants } from '../variants/expectations.ts'
import { variantsOf } from '../variants/index.ts'
import { evenSample } from './sample.ts'

// What the short self-test has in place of the lists of mutants and variants.

describe.concurrent('a sample of what is planted', () => {
  for (const role of roles) {
    describeMutants(role, evenSample(mutantsOf[role], 5))
    describeVariants(role, evenSample(variantsOf[role], 2))
  }
})
