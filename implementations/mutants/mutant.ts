import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { Implementation } from '../implementation.ts'

/**
 * The means to reveal a fault: a boundary value (`ends`); two values that a careless lookup treats as equal, or as different
 * (`confusables`); a member that is not returned as it was sent (`echoes`); an optional member that is missing, null, empty or falsy
 * (`absences`); a series of steps (`models`); two requests at the same time (`races`).
 */
export const faultKinds = ['ends', 'confusables', 'echoes', 'absences', 'models', 'races'] as const
export type FaultKind = (typeof faultKinds)[number]

/** An implementation with one fault: the reference with one policy replaced, or one port wrapped. */
export type Mutant<Policies> = Implementation<Policies> & {
  /** The clause that it breaks; a check of this clause must find it. */
  breaks: RequirementId
  /** Clauses that may also fail. */
  alsoBreaks?: readonly RequirementId[]
  /** Set for a fault that generated values, series or races must find with nearly every seed. */
  kind?: FaultKind
  /** Its recorded checks find it only with the traffic or duration of others: all checks run. */
  needsOthers?: true
}
