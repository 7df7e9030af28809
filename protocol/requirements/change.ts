import type { Requirement } from './requirement.ts'

/** A row that differs from the first edition of the register. */
export type Change = {
  id: string
  /** The edition that changed it. */
  edition: string
  /** What the first edition said instead; `undefined` for a row that it does not have. */
  was: Partial<Pick<Requirement, 'roles' | 'level' | 'part' | 'text' | 'commonMistake'>> | undefined
  /** The sentence of the protocol document that decides, word for word. */
  sentence: string
  /** What follows from the sentence, for those who relied on the first edition. */
  reason: string
}
