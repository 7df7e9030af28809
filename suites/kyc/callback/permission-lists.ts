import type { CheckContext } from '../../../harness/context.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
import { subsetsOf } from '../../support/subsets.ts'

/** Returns lists of one or more permissions: all of them, or one of each length at quick depth. */
export const permissionLists = (context: CheckContext): string[][] => {
  const lists = subsetsOf(permissions).filter(list => list.length > 0)
  const byLength = new Map(lists.map(list => [list.length, list]))
  return context.run.depth === 'quick' ? [...byLength.values()] : lists
}
