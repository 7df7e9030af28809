import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { Implementation } from '../implementation.ts'

/** An implementation with one fault: the reference with one policy replaced, or one port wrapped. */
export type Mutant<Policies> = Implementation<Policies> & {
  /** The clause that it breaks; a check of this clause has to find it. */
  breaks: RequirementId
  /** Clauses that may fail as well. */
  alsoBreaks?: readonly RequirementId[]
}
