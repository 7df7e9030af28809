import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Mutant } from '../../implementations/mutants/mutant.ts'

/** Returns the depth at which a fault must be found. */
export const depthFor = ({
  kind,
  needsOthers,
}: Pick<Mutant<unknown>, 'kind' | 'needsOthers'>): Pick<RunSettings, 'depth'> => ({
  depth: kind === undefined && !needsOthers ? 'quick' : 'standard',
})
