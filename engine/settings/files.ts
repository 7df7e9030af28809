import { readFile, stat } from 'node:fs/promises'
import { UsageError } from './usage-error.ts'

/** No document that a run reads is larger; guards against a device or a log given by mistake. */
const largest = 16 * 1_048_576

/**
 * The UTF-8 text of a file that somebody named, without a byte order mark. UsageError where it cannot be had; `what` says
 * what the file is, as in "the config".
 */
export const readText = async (path: string, what: string): Promise<string> => {
  try {
    const { size } = await stat(path)
    if (size > largest) throw new UsageError(`${what} ${path} is larger than 16 MiB.`, 'Is it the right file?')
    return decode(await readFile(path), what, path)
  } catch (error) {
    throw error instanceof UsageError
      ? error
      : new UsageError(`${what} ${path} ${whyNot(error)}.`, 'Is the path right?')
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
  ENOTDIR: 'lies below something that is no folder',
}

/** The reason of a failed file operation in words. */
export const whyNot = (error: unknown): string => {
  const { code = 'an unknown error' } = error as NodeJS.ErrnoException
  return reasons[code] ?? `cannot be read (${code})`
}

/** Group or others may read the file. Windows keeps no such mode. */
export const isReadableByOthers = async (path: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(path)).mode & 0o044) !== 0
