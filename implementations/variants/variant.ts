import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import type { Implementation } from '../implementation.ts'

/**
 * A conformant implementation that chose otherwise where the document is silent: every clause passes, is observed or is not
 * applicable; none fails, warns or is blocked.
 */
export type Variant<Policies> = Implementation<Policies> & {
  /** Clauses that the self-test's set-up cannot check on it, which blocks them, and why. */
  blocks?: Readonly<Partial<Record<RequirementId, string>>>
  /** Clauses that it may block, depending on timing, and why. */
  mayBlock?: Readonly<Partial<Record<RequirementId, string>>>
  /** Why no implementation combines this choice with those of other variants. */
  isAlone?: string
}

/** A conformant implementation of any role. */
export type AnyVariant = Variant<CommonPolicies>
