import { randomUUID } from 'node:crypto'
import { lstat, rename, rm, writeFile } from 'node:fs/promises'
import { basename, dirname } from 'node:path'
import { cannotWrite } from '../machine/machine-error.ts'
import { makeFolder } from '../machine/make-folder.ts'
import { UsageError } from '../settings/usage-error.ts'

/** A file to write, with its mode. */
export type NewFile = { path: string; text: string; mode: number }

/**
 * Writes all files or none: each is first written under a temporary name beside its place, then moved there. Throws UsageError if one
 * exists and `force` is not set.
 */
export const writeAll = async (files: readonly NewFile[], force: boolean): Promise<void> => {
  await checkPlaces(files, force)
  const written: { from: string; to: string }[] = []
  try {
    for (const { path, text, mode } of files) {
      const from = `${path}.${randomUUID()}.tmp`
      written.push({ from, to: path })
      await makeFolder(dirname(path))
      await writeFile(from, text, { mode, flag: 'wx' })
    }
    for (const { from, to } of written) await rename(from, to)
  } catch (error) {
    await Promise.all(written.map(({ from }) => rm(from, { force: true })))
    throw cannotWrite('the files', error, 'Is the folder writable?')
  }
}

const checkPlaces = async (files: readonly NewFile[], force: boolean): Promise<void> => {
  const found = await Promise.all(
    files.map(async file => ({ file, stat: await lstat(file.path).catch(() => undefined) })),
  )
  const folder = found.find(({ stat }) => stat?.isDirectory())
  if (folder) throw new UsageError(`${folder.file.path} is a folder.`, 'Move it out of the way, or give another --dir.')
  const present = found.filter(({ stat }) => stat !== undefined).map(({ file }) => basename(file.path))
  if (present.length > 0 && !force)
    throw new UsageError(
      `${present.join(', ')} ${present.length > 1 ? 'exist' : 'exists'} already; nothing was written.`,
      'Give --force to overwrite (with --from oc-conformance.config.json to keep the keys), or another --dir.',
    )
}
