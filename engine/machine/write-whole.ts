import { randomUUID } from 'node:crypto'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'

/**
 * Writes a file whole or not at all: beside its place first, to the disk, and then there. What is replaced keeps its permissions. Rejects
 * with the error of the system; a disk that takes a part only is full.
 */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  const place = await realpath(path).catch(() => path)
  const mode = await stat(place).then(
    found => found.mode,
    () => 0o666,
  )
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
