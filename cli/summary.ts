import { relative } from 'node:path'
import type { RunSettings } from '../engine/settings/settings.ts'
import { type Io, isColored } from './io.ts'
import type { Certified } from './services.ts'

export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** Returns the report folder, relative to the folder of the command. */
const reportDirOf = (io: Io, { reportDir }: RunSettings): string => relative(io.folder, reportDir) || '.'

/** Returns the closing summary of a run, as text or as JSON. */
export const summaryOf = async (io: Io, settings: RunSettings, done: Certified): Promise<string> =>
  settings.json ? jsonText(await jsonSummary(io, settings, done)) : textSummary(io, settings, done)

export const jsonSummary = async (io: Io, settings: RunSettings, { report, exitCode }: Certified): Promise<object> =>
  (await import('../reports/summary-json.ts')).renderJsonSummary(report, exitCode, reportDirOf(io, settings))

export const textSummary = async (io: Io, settings: RunSettings, { report }: Certified): Promise<string> => {
  const options = { color: isColored(io, 'out'), width: io.columns, reportDir: reportDirOf(io, settings) }
  return (await import('../reports/terminal.ts')).renderSummary(report, options)
}
