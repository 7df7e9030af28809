import { mkdtemp, rm, rmdir, stat } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { reportFiles } from '../../engine/report/files.ts'
import type { Output } from '../../engine/settings/options/output.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Io } from '../io.ts'
import { line } from '../text.ts'

/** A report that a run will write: its folder, and the value of `{role}` in the name of an output. */
export type Place = { role: string; reportDir: string }

/** A report that a run has written. */
export type Written = Place & { report: Report }

/**
 * Checks that a run can write its outputs, and deletes those of an earlier run, so that an old verdict is never mistaken for a new one.
 * UsageError, with nothing deleted, if one cannot be written.
 */
export const prepareOutputs = async (io: Io, outputs: readonly Output[], places: readonly Place[]): Promise<void> => {
  const files = await checkOutputs(io, outputs, places)
  await Promise.all(files.map(file => rm(file, { force: true })))
}

/** Returns the files of outputs. UsageError if one cannot be written. */
export const checkOutputs = async (io: Io, outputs: readonly Output[], places: readonly Place[]): Promise<string[]> => {
  const planned = places.flatMap(place => outputs.map(output => ({ output, file: fileOf(output, place) })))
  const own = new Set(places.flatMap(ownFiles))
  const taken = new Set<string>()
  for (const { output, file } of planned) {
    const name = `--output ${output.format}=${relative(io.folder, output.file)}`
    if (taken.has(file) && places.length > 1)
      throw new UsageError(
        `${name} is one file for ${places.length} reports.`,
        'Put {role} into its name: it stands for the role of each target.',
      )
    if (taken.has(file) || own.has(file)) throw writtenAlready(name)
    taken.add(file)
    await checkWritable(name, file)
  }
  return [...taken]
}

/** Returns the error for a file that the run itself writes; `name`: the option that names it. */
export const writtenAlready = (name: string): UsageError =>
  new UsageError(`${name} is a file that the run writes already.`, 'Give it another name.')

/** Writes the outputs of a run and names them. UsageError if one cannot be written. */
export const writeOutputs = async (io: Io, outputs: readonly Output[], written: readonly Written[]): Promise<void> => {
  if (outputs.length === 0) return
  const { renderTo } = await import('./render-formats.ts')
  for (const place of written)
    for (const output of outputs) {
      const file = fileOf(output, place)
      await renderTo(io, { report: place.report, folder: place.reportDir }, { name: output.format, file })
      io.err(line(`${output.format}: ${relative(io.folder, file)}`))
    }
}

const fileOf = ({ file }: Output, { role }: Place): string => file.replaceAll('{role}', role)

/** Returns the files that a run always writes into the folder of a report. */
export const ownFiles = ({ reportDir }: Place): string[] =>
  [reportFiles.report, reportFiles.exchanges].map(name => join(reportDir, name))

/** Throws UsageError if a file cannot be made or replaced: it is a folder, or no file can be created in the nearest folder above it. */
export const checkWritable = async (name: string, file: string): Promise<void> => {
  const found = await stat(file).catch(() => undefined)
  if (found && !found.isFile()) throw new UsageError(`${name} is not a file.`, 'Give the name of a file.')
  const above = await nearestAbove(file)
  try {
    // Permissions alone are not enough: a file system may be read-only, or full.
    await rmdir(await mkdtemp(join(above, '.oc-conformance-')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    const reason = code === 'ENOTDIR' ? 'is not a folder' : `cannot hold new files (${code ?? 'an unknown error'})`
    throw new UsageError(`${name} cannot be written: ${above} ${reason}.`, 'Give it another name.')
  }
}

const nearestAbove = async (file: string): Promise<string> => {
  const folder = dirname(file)
  const exists = await stat(folder).then(
    () => true,
    (error: NodeJS.ErrnoException) => error.code !== 'ENOENT' && error.code !== 'ENOTDIR',
  )
  return exists || folder === file ? folder : nearestAbove(folder)
}
