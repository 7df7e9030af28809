import { expect, test } from 'vitest'
import { mutantsOf } from '../../implementations/mutants/index.ts'
import { faultKinds } from '../../implementations/mutants/mutant.ts'
import { roles } from '../../protocol/operations.ts'

const planted = roles.flatMap(role => [...mutantsOf[role]])

test.each(faultKinds)('at least eight faults of the kind %s are planted', kind => {
  const names = planted.filter(mutant => mutant.kind === kind).map(({ name }) => name)
  expect(new Set(names).size).toBeGreaterThanOrEqual(8)
})
