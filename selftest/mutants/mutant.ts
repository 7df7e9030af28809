import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { Implementation } from '../implementation.ts'

/** An implementation with one fault: the reference of a role with one decision replaced, or one seam wrapped. */
export type Mutant<Policies> = Implementation<Policies> & {
  /** The clause that it breaks: a check of this clause has to find it. */
  breaks: RequirementId
  /** Clauses that cannot hold either where that one is broken. */
  alsoBreaks?: readonly RequirementId[]
}
