import type { Role } from '../operations.ts'

/** must: the document states it. should: it implies it, or breaking it harms users. open: it is silent or contradicts itself. */
export type Level = 'must' | 'should' | 'open'

/** One statement of the protocol document that an implementation can keep or break. */
export type Requirement = {
  /** Who must keep it. */
  roles: readonly Role[]
  level: Level
  /** The heading of the protocol document that it comes from, or the beginning of it. */
  part: string
  /** The statement, in one line. */
  text: string
  /** Why it matters, to whom, and what goes wrong when it is broken. */
  why: string
  /** Ways to break it; absent where the document leaves the choice open. */
  commonMistake?: string
  /** How an implementer repairs it; for an open one, what to decide and document. */
  fix: string
  /** For what no foreign target shows: the reason, and the test on the reference that proves it ("path: title"). */
  notObservable?: { reason: string; provenBy: string }
}
