import type { AnyVariant } from '../../implementations/variants/variant.ts'
import { groupsOf } from '../together.ts'

/** Maximum number of variants certified together. */
const most = 5

/** A variant that blocks clauses would keep them from trying the others. */
const isAlone = ({ isAlone, blocks, mayBlock }: AnyVariant): boolean =>
  isAlone !== undefined || blocks !== undefined || mayBlock !== undefined

/** Groups variants to certify together. */
export const groupsOfVariants = (variants: readonly AnyVariant[]): AnyVariant[][] =>
  groupsOf(variants, { most, mayJoin: (group, variant) => ![...group, variant].some(isAlone) })
