import type { CheckDescription } from '../../harness/check.ts'
import { type RequirementId, requirements } from '../../protocol/requirements/index.ts'
import type { RunSettings } from '../settings/settings.ts'
import { selects } from './selection.ts'

/** Why quick depth omits a check. */
export const leftOutReason =
  'Quick depth is a first look: one check tries each must clause, and a few try others. Standard depth tries the rest.'

/** Returns the must clauses that a check decides. */
const mustsOf = ({ kind, clauses }: CheckDescription): readonly RequirementId[] =>
  kind === 'observation' ? [] : clauses.filter(id => requirements[id].level === 'must')

/**
 * Returns the checks of a first look: those marked `firstLook`, and for each must clause without one the first check that
 * decides it. A check that applies to the target comes before one that does not, and a plain one before one that draws values.
 */
export const firstLookOf = <Check extends CheckDescription>(
  checks: readonly Check[],
  applies: (check: Check) => boolean = () => true,
): Check[] => {
  const rankOf = (check: Check) => {
    if (!applies(check)) return 3
    if (check.firstLook) return 0
    return check.kind === 'clause' && !check.fromTable ? 1 : 2
  }
  const covered = new Set<RequirementId>()
  const chosen = new Set<Check>()
  for (const check of checks.toSorted((a, b) => rankOf(a) - rankOf(b))) {
    const musts = mustsOf(check)
    if (rankOf(check) > 0 && musts.every(id => covered.has(id))) continue
    chosen.add(check)
    for (const id of musts) covered.add(id)
  }
  return checks.filter(check => chosen.has(check))
}

/** The checks that a run tries, and the ids of those that its depth omits. */
type DepthOfRun<Check> = { tried: readonly Check[]; leftOut: readonly string[] }

/** Returns the checks of a role that a run tries at a depth. Checks named by `--only` are never omitted. */
export const atDepth = <Check extends CheckDescription>(
  settings: Pick<RunSettings, 'depth' | 'only' | 'skip' | 'shard'>,
  checks: readonly Check[],
  applies?: (check: Check) => boolean,
): DepthOfRun<Check> => {
  const isSelected = (check: Check) => selects(settings, check)
  if (settings.depth !== 'quick' || settings.only.length > 0) return { tried: checks.filter(isSelected), leftOut: [] }
  // All shards together make one first look.
  const { shard: _shard, ...whole } = settings
  const first = new Set(
    firstLookOf(
      checks.filter(check => selects(whole, check)),
      applies,
    ),
  )
  return {
    tried: checks.filter(check => first.has(check) && isSelected(check)),
    leftOut: checks.filter(check => !first.has(check) && isSelected(check)).map(({ id }) => id),
  }
}
