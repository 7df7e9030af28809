import { randomUUID } from 'node:crypto'
import { relative } from 'node:path'
import { ciOf } from '../../engine/settings/options/ci.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { type Io, isColored } from '../io.ts'
import { neutralJson, ownCommands } from '../neutral.ts'
import type { Certified } from '../services.ts'
import { line } from '../text.ts'

/** The settings that decide how a summary is printed. */
type Printed = Pick<RunSettings, 'reportDir' | 'json'>

/** Writes a value as JSON for people: indented, with a line feed at its end. */
export const jsonText = (value: object): string => `${neutralJson(JSON.stringify(value, null, 2))}\n`

/** Returns the settings with which a run draws the same values again. */
export const seedLine = ({ seed, depth }: RunSettings): string => line(`seed ${seed}, ${depth}`)

/** Returns the report folder, relative to the folder of the command. */
const reportDirOf = (io: Io, { reportDir }: Printed): string => relative(io.folder, reportDir) || '.'

/** Returns the closing summary of a run, as text or as JSON. */
export const summaryOf = async (io: Io, settings: Printed, done: Certified): Promise<string> =>
  settings.json ? jsonText(await jsonSummary(io, settings, done)) : textSummary(io, settings, done)

/** Returns the summary that `--json` prints, as a value. */
export const jsonSummary = async (io: Io, settings: Printed, { report, exitCode }: Certified): Promise<object> =>
  (await import('../../reports/summary-json.ts')).renderJsonSummary(report, exitCode, reportDirOf(io, settings))

/** Returns the closing summary for a terminal, in its width and with colours where it shows them. */
export const textSummary = async (io: Io, settings: Printed, { report }: Certified): Promise<string> => {
  const { columns: width, command } = io
  const options = { color: isColored(io, 'out'), width, reportDir: reportDirOf(io, settings), command }
  return withoutCommands(io, (await import('../../reports/terminal.ts')).renderSummary(report, options))
}

/** Keeps a CI system from executing text from a target: it ignores commands between these two. */
const withoutCommands = ({ env }: Io, text: string): string => {
  if (!ciOf(env).hasCommands) return text
  const token = randomUUID()
  return `${ownCommands(`::stop-commands::${token}\n`)}${text}${ownCommands(`::${token}::\n`)}`
}
