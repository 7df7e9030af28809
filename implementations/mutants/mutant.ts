import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { Implementation } from '../implementation.ts'

/**
 * What a planted fault takes to show: a value at the end of its type (`ends`); two values that a careless lookup treats as
 * equal, or as different (`confusables`); a member that is not returned as it was sent (`echoes`); an optional member
 * that is left out, null, empty or falsy (`absences`); a series of steps (`models`); two requests at the same time (`races`).
 */
export const faultKinds = ['ends', 'confusables', 'echoes', 'absences', 'models', 'races'] as const
export type FaultKind = (typeof faultKinds)[number]

/** An implementation with one fault: the reference with one policy replaced, or one port wrapped. */
export type Mutant<Policies> = Implementation<Policies> & {
  /** The clause that it breaks; a check of this clause has to find it. */
  breaks: RequirementId
  /** Clauses that may fail as well. */
  alsoBreaks?: readonly RequirementId[]
  /** Given for a fault that generated values, series or races have to find with nearly every seed. */
  kind?: FaultKind
  /** Its recorded checks find it only together with others, through their traffic or duration: all checks run. */
  needsOthers?: true
}
