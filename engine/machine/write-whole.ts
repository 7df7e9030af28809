import { randomUUID } from 'node:crypto'
import { closeSync, constants, openSync } from 'node:fs'
import { open, realpath, rename, rm, stat } from 'node:fs/promises'
import { UsageError } from '../settings/usage-error.ts'

/** How many characters are written at once. */
const writtenAtOnce = 1_048_576

/** Joins small parts of a string, so that fewer writes are needed. */
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
 * Writes a file from these parts, completely or not at all: it is first written to the disk under another name beside it. A link or a pipe
 * in its place is replaced, not written to. Rejects with the system's error; a partial write means that the disk is full.
 */
export const putInPlace = async (path: string, parts: Iterable<string>, mode = 0o666): Promise<void> => {
  const beside = `${path}.${randomUUID()}.tmp`
  try {
    const file = await open(beside, 'wx', mode)
    try {
      // Writes through the file handle: not every substitute for Node's file system accepts an iterable.
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
 * Writes a file that the caller named, completely or not at all; follows a link. A replaced file keeps its permissions. UsageError for
 * anything but a regular file: a device or a pipe would be lost.
 */
export const writeWhole = async (path: string, text: string): Promise<void> => {
  // Uses the path itself, since a link such as /dev/stdout may lead to something without a path.
  const found = await stat(path).catch(() => undefined)
  if (found?.isFile() === false) throw new UsageError(`${path} is not a regular file.`, 'Give the name of a file.')
  await putInPlace(await realpath(path).catch(() => path), [text], found?.mode)
}

/** Opens a file for appending, and creates it if it is missing; fails for a link or a pipe. Returns its descriptor. */
export const openToAppend = (path: string): number => {
  const { O_APPEND, O_CREAT, O_WRONLY, O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants
  return openSync(path, O_APPEND | O_CREAT | O_WRONLY | O_NOFOLLOW | O_NONBLOCK, 0o666)
}

/** Truncates a file to nothing; a link or a pipe in its place is replaced. */
export const makeEmpty = async (path: string): Promise<void> => {
  await rm(path, { force: true })
  closeSync(openSync(path, 'wx'))
}
