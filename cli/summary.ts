import { relative } from 'node:path'
import type { RunSettings } from '../engine/settings/settings.ts'
import { type Io, isColored } from './io.ts'
import type { Certified } from './services.ts'

export const jsonText = (value: object): string => `${JSON.stringify(value, null, 2)}\n`

/** The report folder as somebody in the folder of the command would name it. */
const dirOf = (io: Io, { reportDir }: RunSettings): string => relative(io.folder, reportDir) || '.'

/** The closing summary of a run, as JSON where that was asked for. */
export const printed = async (io: Io, settings: RunSettings, done: Certified): Promise<string> =>
  settings.json ? jsonText(await jsonSummary(io, settings, done)) : textSummary(io, settings, done)

export const jsonSummary = async (io: Io, settings: RunSettings, { report, exitCode }: Certified): Promise<object> =>
  (await import('../reports/summary-json.ts')).renderJsonSummary(report, exitCode, dirOf(io, settings))

export const textSummary = async (io: Io, settings: RunSettings, { report }: Certified): Promise<string> => {
  const options = { color: isColored(io, 'out'), width: io.columns, reportDir: dirOf(io, settings) }
  return (await import('../reports/terminal.ts')).renderSummary(report, options)
}
