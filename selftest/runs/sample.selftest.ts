import { describe } from 'vitest'
import { roles } from '../../protocol/operations.ts'
import { describeMutants } from '../mutants/expectations.ts'
import { mutantsOf } from '../mutants/index.ts'
import { evenSample } from './sample.ts'

// What the short self-test has in place of the lists of mutants.

describe.concurrent('a sample of what is planted', () => {
  for (const role of roles) describeMutants(role, evenSample(mutantsOf[role], 5))
})
