import type { Requirement, Since } from './requirement.ts'

/** A row that does not say the same as in the first edition of the register. */
export type Change = Since & {
  id: string
  /** The text of the first edition. */
  was: Partial<Pick<Requirement, 'roles' | 'level' | 'part' | 'text' | 'commonMistake'>>
}
