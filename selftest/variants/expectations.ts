import { describe, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import { type AnyVariant, alarmsOf } from './alarms.ts'

/** Expects that nothing fails, warns or is blocked at a conformant implementation, with any of the seeds. */
export const describeVariants = (role: Role, variants: readonly AnyVariant[], seeds = 10) =>
  describe(`a ${role} that chose otherwise is conformant, without warnings or blocked clauses`, () => {
    test.concurrent.for(variants)('$name', { timeout: 600_000 }, async (variant, { expect }) => {
      expect(await alarmsOf(role, variant, { depth: 'quick', seeds })).toEqual([])
    })
  })
