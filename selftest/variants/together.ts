import type { AnyVariant } from './variant.ts'

/** What a variant changes: each policy by its name, and every other part of an implementation as a whole. */
const choicesOf = ({ name: _name, story: _story, policies = {}, ...parts }: AnyVariant): string[] => [
  ...Object.keys(policies).map(policy => `policy ${policy}`),
  ...Object.keys(parts),
  // What is discovered has no profile; the steps of an operator are those of one page.
  ...(parts.isDiscovered ? ['profile'] : []),
  ...(parts.settings ? ['policy checkoutPage', 'policy consentPage'] : []),
]

/** A variant that blocks clauses would keep others from what these clauses try. */
const isAlone = ({ isAlone, blocks }: AnyVariant): boolean => isAlone !== undefined || blocks !== undefined

const fits = (group: readonly AnyVariant[], variant: AnyVariant): boolean => {
  const taken = new Set(group.flatMap(choicesOf))
  return !group.some(isAlone) && choicesOf(variant).every(choice => !taken.has(choice))
}

/** So many variants are certified together at most. */
const most = 5

/**
 * Divides variants into groups such that one implementation can make the choices of all of a group: no two of them replace
 * the same decision.
 */
export const groupsOf = (variants: readonly AnyVariant[]): AnyVariant[][] => {
  const groups: AnyVariant[][] = []
  for (const variant of variants) {
    const group = isAlone(variant) ? undefined : groups.find(group => group.length < most && fits(group, variant))
    if (group) group.push(variant)
    else groups.push([variant])
  }
  return groups
}

const merged = <Part extends object>(parts: readonly (Part | undefined)[]): Part => Object.assign({}, ...parts)

/** Returns the implementation that makes the choices of all of a group. */
export const together = (group: readonly AnyVariant[]): AnyVariant => ({
  ...merged(group),
  name: group.map(({ name }) => name).join('; '),
  story: group.map(({ story }) => story).join(' '),
  policies: merged(group.map(({ policies }) => policies)),
})
