import { appendFile, stat } from 'node:fs/promises'
import { ciOf } from '../../engine/settings/options/ci.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Io } from '../io.ts'
import { ownCommands } from '../neutral.ts'
import { line } from '../text.ts'
import { type Place, prepareOutputs, type Written, writeOutputs } from './outputs.ts'

/** Checks, before a run, that everything it is to write can be written. UsageError if not. */
export const prepare = async (io: Io, settings: RunSettings, places: readonly Place[]): Promise<void> => {
  if (settings.writeKnown !== undefined) await (await import('./write-known.ts')).checkKnownFile(io, settings, places)
  await prepareOutputs(io, settings.outputs, places)
}

/** The uses of finished reports. */
type Publication = Pick<RunSettings, 'outputs' | 'json' | 'writeKnown' | 'knownFailures'> & {
  failOn?: RunSettings['failOn']
}

/** Delivers finished reports to the CI system that runs the job, and to the requested files. */
export const publish = async (io: Io, settings: Publication, written: readonly Written[]): Promise<void> => {
  const { outputs, json, writeKnown } = settings
  const reports = written.map(({ report }) => report)
  const { summaryFile, hasCommands } = ciOf(io.env)
  if (hasCommands) await annotate(reports, json ? io.err : io.out)
  if (summaryFile !== undefined) await appendSummary(io, summaryFile, reports)
  if (writeKnown !== undefined) await (await import('./write-known.ts')).writeKnown(io, settings, reports)
  await writeOutputs(io, outputs, written)
}

const annotate = async (reports: readonly Report[], print: (text: string) => void): Promise<void> =>
  print(ownCommands((await import('../../reports/annotations.ts')).renderAnnotations(reports)))

/** Maximum size of a step summary on GitHub, in bytes; a larger one is rejected entirely. */
const summaryLimit = 1_048_576

const cutNote = '\n\nThe rest is in the report.\n'

/** Appends reports to the summary of a job while there is room. A summary that cannot be written does not fail the run. */
const appendSummary = async (io: Io, file: string, reports: readonly Report[]): Promise<void> => {
  const { renderMarkdown } = await import('../../reports/formats/markdown.ts')
  const text = reports.map(report => `${renderMarkdown(report)}\n`).join('\n')
  try {
    const found = await stat(file).catch(() => undefined)
    // A pipe without a reader would block the run forever.
    if (found?.isFile() === false) throw Object.assign(new Error('not written'), { code: 'not a regular file' })
    const size = found?.size ?? 0
    await appendFile(file, withinBytes(text, summaryLimit - size))
  } catch (error) {
    const { code = 'an unknown error' } = error as NodeJS.ErrnoException
    io.err(line(`warning: GITHUB_STEP_SUMMARY, ${file}, cannot be written (${code}).`))
  }
}

/** Cuts a string after the last line that fits. */
const withinBytes = (text: string, most: number): string => {
  const bytes = Buffer.from(text)
  if (bytes.length <= most) return text
  const room = most - Buffer.byteLength(cutNote)
  if (room <= 0) return ''
  const end = bytes.lastIndexOf('\n', room)
  return end < 0 ? '' : `${bytes.subarray(0, end).toString()}${cutNote}`
}
