import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { Implementation } from '../implementation.ts'

/**
 * A conformant implementation that chose otherwise where the document is silent: each clause is pass, observed or not
 * applicable; none fails, warns or is blocked.
 */
export type Variant<Policies> = Implementation<Policies> & {
  /** Clauses that cannot be tried at it with the set-up of the self-test, so that they are blocked, and why. */
  blocks?: Readonly<Partial<Record<RequirementId, string>>>
}
