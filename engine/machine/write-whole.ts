import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { UsageError } from '../settings/usage-error.ts'

/**
 * Writes a file whole or not at all: beside its place first, to the disk, and then there. What is replaced keeps its permissions. UsageError for
 * what is not a regular file: a device or a pipe would be replaced. Rejects with the error of the system; a partial write means a full disk.
 */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  // Of the path itself, since a link such as /dev/stdout may lead to what has no path.
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw new UsageError(`${path} is not a regular file.`, 'Give the name of a file.')
  const place = await realpath(path).catch(() => path)
  const mode = found?.mode ?? 0o666
  const beside = `${place}.${randomUUID()}.tmp`
  try {
    const file = await open(beside, 'wx', mode)
    try {
      await file.writeFile(text)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, place)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}
