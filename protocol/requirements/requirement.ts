import type { Role } from '../operations.ts'

/** must: the document states it. should: the document implies it, or failing it harms users. open: the document is silent or contradicts itself. */
export type Level = 'must' | 'should' | 'open'

/** Why an edition of the register added or changed a row. */
export type Since = {
  /** The number of the edition. */
  edition: string
  /** The sentence of the protocol document that settles it, word for word. */
  sentence: string
  /** The consequence of the sentence, for those who relied on an earlier edition. */
  reason: string
}

/** A statement of the protocol document that an implementation can pass or fail. */
export type Requirement = {
  /** The roles that it applies to. */
  roles: readonly Role[]
  level: Level
  /** The heading of the protocol document that states it, or the beginning of that heading. */
  part: string
  /** The statement, in one line. */
  text: string
  /** Why it matters, to whom, and what goes wrong when it fails. */
  why: string
  /** How implementations usually fail it; absent where the document leaves the choice open. */
  commonMistake?: string
  /** How to fix it; for an open requirement, what to decide and document. */
  fix: string
  /** For a statement that cannot be observed from outside: the reason, and the test on the reference that proves it ("path: title"). */
  notObservable?: { reason: string; provenBy: string }
  /** For a statement that the first edition does not have. */
  since?: Since
}
