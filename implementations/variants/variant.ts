import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import type { Implementation } from '../implementation.ts'

/**
 * A conformant implementation that chose otherwise where the document is silent: each clause is pass, observed or not
 * applicable; none fails, warns or is blocked.
 */
export type Variant<Policies> = Implementation<Policies> & {
  /** Clauses that cannot be tried at it with the set-up of the self-test, so that they are blocked, and why. */
  blocks?: Readonly<Partial<Record<RequirementId, string>>>
  /** Clauses that it blocks or not, as it happens to be in time, and why. */
  mayBlock?: Readonly<Partial<Record<RequirementId, string>>>
  /** Why no implementation makes this choice together with those of other variants. */
  isAlone?: string
}

/** A conformant implementation of any role. */
export type AnyVariant = Variant<CommonPolicies>
