import { expect, test } from 'vitest'
import { roles } from '../../protocol/operations.ts'
import { mutantsOf } from '../mutants/index.ts'
import { faultKinds } from '../mutants/mutant.ts'

const planted = roles.flatMap(role => [...mutantsOf[role]])

test.each(faultKinds)('at least eight different faults are planted of the kind %s', kind => {
  const names = planted.filter(mutant => mutant.kind === kind).map(({ name }) => name)
  expect(new Set(names).size).toBeGreaterThanOrEqual(8)
})
