import type { AnyVariant } from '../../implementations/variants/variant.ts'
import { groupsOf } from '../together.ts'

/** So many variants are certified together at most. */
const most = 5

/** A variant that blocks clauses would keep others from what these clauses try. */
const isAlone = ({ isAlone, blocks, mayBlock }: AnyVariant): boolean =>
  isAlone !== undefined || blocks !== undefined || mayBlock !== undefined

/** Divides variants into groups that are certified together. */
export const groupsOfVariants = (variants: readonly AnyVariant[]): AnyVariant[][] =>
  groupsOf(variants, { most, mayJoin: (group, variant) => ![...group, variant].some(isAlone) })
