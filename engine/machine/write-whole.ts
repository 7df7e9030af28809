import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { UsageError } from '../settings/usage-error.ts'

/** Characters of one write. */
const writtenAtOnce = 1_048_576

/** Joins the parts of a text, so that each is worth a write. */
function* joined(parts: Iterable<string>): Generator<string> {
  let waiting = ''
  for (const part of parts) {
    waiting += part
    if (waiting.length < writtenAtOnce) continue
    yield waiting
    waiting = ''
  }
  yield waiting
}

/**
 * Puts a file of these parts in its place whole, or not at all: it is first written beside it, to the disk. A link or a pipe in its place
 * is replaced, not written to. Rejects with the error of the system; a disk that stores only a part is full.
 */
export const putInPlace = async (path: string, parts: Iterable<string>, mode = 0o666): Promise<void> => {
  const beside = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(beside, 'wx', mode)
    try {
      // By its handle: not every replacement of Node's file system accepts an iterable.
      for (const part of joined(parts)) await file.appendFile(part)
      await file.sync()
    } finally {
      await file.close()
    }
    await rename(beside, path)
  } catch (error) {
    await rm(beside, { force: true })
    throw error
  }
}

/**
 * Writes a file that the caller named, whole or not at all; follows a link. A replaced file keeps its permissions.
 * UsageError for anything but a regular file: a device or a pipe would be lost.
 */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  // Of the path itself, since a link such as /dev/stdout may lead to something without a path.
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw new UsageError(`${path} is not a regular file.`, 'Give the name of a file.')
  await putInPlace(await realpath(path).catch(() => path), [text], found?.mode)
}

/** Opens a file to add to it, and creates it if it is missing; fails for a link, and for a pipe. Returns its descriptor. */
export const openToAppend = (path: string): number => {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  return openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o666)
}

/** Makes a file empty; a link or a pipe in its place is replaced. */
export const makeEmpty = async (path: string): Promise<void> => {
  await rm(path, { force: true })
  closeSync(openSync(path, 'wx'))
}
