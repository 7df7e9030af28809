import type { Check } from '../harness/clause.ts'

/** A check of no clause that passes, with some members changed. */
export const checkWith = (members: Partial<Check> = {}): Check => ({
  id: 'suite/check',
  title: 'check',
  clauses: [],
  roles: [],
  operations: [],
  kind: 'clause',
  alone: false,
  hangs: false,
  waits: false,
  last: false,
  run: async () => undefined,
  ...members,
})
