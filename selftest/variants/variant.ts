import type { Implementation } from '../implementation.ts'

/**
 * A conformant implementation that chose otherwise where the document is silent: each clause is pass, observed or not
 * applicable; none fails, warns or is blocked.
 */
export type Variant<Policies> = Implementation<Policies>
