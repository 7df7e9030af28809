import { expect, test } from 'vitest'
import type { CheckContext } from '../../../harness/context.ts'
import { noteSurvival, requireSurvivor } from './text-survival.ts'

const contextOf = (replay?: object) => ({ replay }) as CheckContext

test('a check in which no non-ASCII text survived is blocked', async () => {
  const context = contextOf()
  noteSurvival(context, 'plain')
  await expect(requireSurvivor(context)).rejects.toThrow('was refused')
})

test('one non-ASCII text is enough', async () => {
  const context = contextOf()
  noteSurvival(context, 'café')
  await expect(requireSurvivor(context)).resolves.toBeUndefined()
})

test('a replay concerns only its text', async () => {
  const context = contextOf({})
  noteSurvival(context, 'plain')
  await expect(requireSurvivor(context)).resolves.toBeUndefined()
  await expect(requireSurvivor(contextOf({}))).rejects.toThrow('was refused')
})
