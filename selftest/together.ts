import type { Implementation } from '../implementations/implementation.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'

/** An implementation of any role; its policies are those of its own role. */
type AnyImplementation = Implementation<CommonPolicies>

/** What an implementation has once, beside its policies. */
const parts = Object.keys({
  profile: true,
  ports: true,
  prepare: true,
  environment: true,
  prefix: true,
  settings: true,
  isDiscovered: true,
} satisfies Record<keyof Omit<AnyImplementation, 'name' | 'story' | 'policies'>, true>) as (keyof AnyImplementation)[]

/** What an implementation changes: each policy by its name, and every other part as a whole. */
const choicesOf = (implementation: AnyImplementation): string[] => [
  ...Object.keys(implementation.policies ?? {}).map(policy => `policy ${policy}`),
  ...parts.filter(part => implementation[part] !== undefined),
  // What is discovered has no profile; the steps of an operator are those of one page.
  ...(implementation.isDiscovered ? ['profile'] : []),
  ...(implementation.settings ? ['policy checkoutPage', 'policy consentPage'] : []),
]

const replacesOtherDecisions = (group: readonly AnyImplementation[], one: AnyImplementation): boolean => {
  const taken = new Set(group.flatMap(choicesOf))
  return choicesOf(one).every(choice => !taken.has(choice))
}

type Groups<Each> = {
  /** So many are in a group at most. */
  most: number
  /** Whether one may be in a group of others, whatever it replaces. */
  mayJoin: (group: readonly Each[], one: Each) => boolean
}

/**
 * Divides implementations into groups such that one implementation can make the choices of all of a group: no two of them
 * replace the same decision.
 */
export const groupsOf = <Each extends AnyImplementation>(
  all: readonly Each[],
  { most, mayJoin }: Groups<Each>,
): Each[][] => {
  const groups: Each[][] = []
  for (const one of all) {
    const group = groups.find(group => group.length < most && replacesOtherDecisions(group, one) && mayJoin(group, one))
    if (group) group.push(one)
    else groups.push([one])
  }
  return groups
}

const merged = <Part extends object>(parts: readonly (Part | undefined)[]): Part => Object.assign({}, ...parts)

/** Returns the implementation that makes the choices of all of a group. */
export const together = <Each extends AnyImplementation>(group: readonly Each[]): Each => ({
  ...merged(group),
  name: group.map(({ name }) => name).join('; '),
  story: group.map(({ story }) => story).join(' '),
  policies: merged(group.map(({ policies }) => policies)),
})
