import { relative } from 'node:path'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { Io } from '../io.ts'
import type { OptionValues } from '../options.ts'
import type { Certified } from '../services.ts'
import { line } from '../text.ts'
import type { runOptions } from './run-options.ts'

type Values = OptionValues<typeof runOptions>

/** The settings that a run keeps when it is resumed, with the flag of each. */
const kept = { seed: '--seed', depth: '--depth', only: '--only', skip: '--skip', shard: '--shard' } as const

/**
 * Returns the settings that resume the interrupted run in the report folder. UsageError if the folder has no interrupted run, or a flag
 * differs.
 */
export const resume = async (settings: RunSettings, values: Values): Promise<RunSettings> => {
  const [{ readUnfinished }, { settingsToResume }] = await Promise.all([
    import('../../engine/unfinished/file.ts'),
    import('../../engine/unfinished/plan.ts'),
  ])
  const resumed = settingsToResume(settings, await readUnfinished(settings.reportDir))
  for (const [name, flag] of Object.entries(kept) as [keyof typeof kept, string][])
    if (values[name] !== undefined && JSON.stringify(values[name]) !== JSON.stringify(resumed[name]))
      throw new UsageError(`a run that is resumed keeps its ${name}.`, `Leave out ${flag}, or --resume.`)
  return resumed
}

/** Returns how to resume an interrupted run, if it decided anything. */
export const resumeHint = async (io: Io, settings: RunSettings, { report }: Certified): Promise<string> => {
  const { hasUnfinished } = await import('../../engine/unfinished/file.ts')
  if (!report.run.interrupted || !hasUnfinished(settings.reportDir)) return ''
  const { shellQuoted } = await import('../../engine/settings/options/shell-quoted.ts')
  const { command = 'oc-conformance', repeat = [] } = settings
  const options = [...repeat, '--report', relative(io.folder, settings.reportDir) || '.', '--resume']
  return line(`Resume it: ${command} run ${options.map(shellQuoted).join(' ')}`)
}
