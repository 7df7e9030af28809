import { readFile, stat } from 'node:fs/promises'
import { entryOf } from '../../protocol/json/any-json.ts'
import { UsageError } from './usage-error.ts'

/** Bytes that a document may have; guards against a device or a log given by mistake. */
const sizeLimit = 16 * 1_048_576

/**
 * Reads a file as UTF-8, without a byte order mark. Throws UsageError if it cannot be read; `what` names it, as in "the
 * config".
 */
export const readText = async (path: string, what: string): Promise<string> => {
  try {
    const { size } = await stat(path)
    if (size > sizeLimit) throw new UsageError(`${what} ${path} is larger than 16 MiB.`, 'Is it the right file?')
    return decode(await readFile(path), what, path)
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${what} ${path} ${reasonOf(error)}.`, 'Is the path right?')
  }
}

const decode = (bytes: Uint8Array, what: string, path: string): string => {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new UsageError(`${what} ${path} is not UTF-8 text.`, 'Save it as UTF-8.')
  }
}

const reasons: Record<string, string> = {
  ENOENT: 'does not exist',
  EACCES: 'may not be read',
  EISDIR: 'is a folder',
  ENOTDIR: 'is below something that is not a folder',
}

const reasonOf = (error: unknown): string => {
  const { code = 'an unknown error' } = error as NodeJS.ErrnoException
  return entryOf(reasons, code) ?? `cannot be read (${code})`
}

/** Returns whether group or others may read a file; on Windows always false. */
export const isReadableByOthers = async (path: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(path)).mode & 0o044) !== 0
