import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Mutant } from '../../implementations/mutants/mutant.ts'

/** Returns the depth that must find a fault. */
export const depthFor = ({
  kind,
  needsOthers,
}: Pick<Mutant<unknown>, 'kind' | 'needsOthers'>): Pick<RunSettings, 'depth'> => ({
  depth: kind === undefined && !needsOthers ? 'quick' : 'standard',
})
