import type { RequirementId } from '../../protocol/requirements/index.ts'

/** An implementation with one fault: the reference of a role with one decision replaced. */
export type Mutant<Policies> = {
  name: string
  /** The clause that it breaks: a check of this clause has to find it. */
  breaks: RequirementId
  /** Clauses that cannot hold either where that one is broken. */
  falls?: readonly RequirementId[]
  /** How it happens to real people. */
  story: string
  policies: Partial<Policies>
}
