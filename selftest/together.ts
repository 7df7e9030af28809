import type { Implementation } from '../implementations/implementation.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'

/** An implementation of any role, with policies of that role. */
type AnyImplementation = Implementation<CommonPolicies>

/** The parts of an implementation beside its policies. */
const parts = Object.keys({
  profile: true,
  ports: true,
  prepare: true,
  environment: true,
  prefix: true,
  settings: true,
  isDiscovered: true,
} satisfies Record<keyof Omit<AnyImplementation, 'name' | 'story' | 'policies'>, true>) as (keyof AnyImplementation)[]

/** The choices of an implementation: each policy by name, and every other part as a whole. */
const choicesOf = (implementation: AnyImplementation): string[] => [
  ...Object.keys(implementation.policies ?? {}).map(policy => `policy ${policy}`),
  ...parts.filter(part => implementation[part] !== undefined),
  // Discovery excludes a profile; an operator's steps are for one page.
  ...(implementation.isDiscovered ? ['profile'] : []),
  ...(implementation.settings ? ['policy checkoutPage', 'policy consentPage'] : []),
]

const replacesOtherDecisions = (group: readonly AnyImplementation[], one: AnyImplementation): boolean => {
  const taken = new Set(group.flatMap(choicesOf))
  return choicesOf(one).every(choice => !taken.has(choice))
}

type Groups<Each> = {
  /** Maximum size of a group. */
  most: number
  /** Whether one may join a group, apart from the decisions that it replaces. */
  mayJoin: (group: readonly Each[], one: Each) => boolean
}

/** Groups implementations whose choices one implementation can combine: no two of a group replace the same decision. */
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

/** Returns an implementation that combines the choices of a group. */
export const together = <Each extends AnyImplementation>(group: readonly Each[]): Each => ({
  ...merged(group),
  name: group.map(({ name }) => name).join('; '),
  story: group.map(({ story }) => story).join(' '),
  policies: merged(group.map(({ policies }) => policies)),
})
