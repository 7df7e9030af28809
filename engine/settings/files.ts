import { constants } from 'node:fs'
import { type FileHandle, open, stat } from 'node:fs/promises'
import { entryOf } from '../../protocol/json/any-json.ts'
import { UsageError } from './usage-error.ts'

/** Maximum size of a document, in bytes; guards against a device or a log given by mistake. */
const documentLimit = 16 * 1_048_576

/** What `readBytes` may read: `limit` in bytes; `pipes`: also an inherited descriptor, such as `<(…)` of a shell. */
type Reading = { limit?: number; pipes?: boolean }

/** The error for a file that is not read. It has the form of a system error; `reasons` has the words for its code. */
const unread = (code: 'EISDIR' | 'ENOTREG' | 'EFBIG', path: string): NodeJS.ErrnoException =>
  Object.assign(new Error(`not read: ${code}`), { code, path, syscall: 'open' })

/**
 * Opens a regular file of at most `limit` bytes. Throws for anything else before a byte is read: a pipe may never end, and a device never
 * does.
 */
const openRegular = async (path: string, limit: number): Promise<FileHandle> => {
  // Opening a named pipe would wait for a writer.
  const file = await open(path, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0))
  const found = await file.stat()
  if (found.isFile() && found.size <= limit) return file
  await file.close()
  throw unread(found.isFile() ? 'EFBIG' : found.isDirectory() ? 'EISDIR' : 'ENOTREG', path)
}

/** Names of inherited descriptors. */
const isDescriptor = (path: string): boolean => /^\/(dev\/(stdin|fd\/\d+)|proc\/self\/fd\/\d+)$/.test(path)

/** Opens a regular file as a stream that ends after `limit` bytes, even if the file has grown by then. Throws for anything else. */
export const openFile = async (path: string, limit: number): Promise<AsyncIterable<Buffer>> =>
  (await openRegular(path, limit)).createReadStream({ end: limit - 1 })

/** Reads a regular file of at most `limit` bytes, counted while reading, since the file may grow. */
export const readBytes = async (
  path: string,
  { limit = documentLimit, pipes = false }: Reading = {},
): Promise<Buffer> => {
  const file = pipes && isDescriptor(path) ? await open(path) : await openRegular(path, limit)
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of file.createReadStream({ end: limit }) as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
  }
  if (size > limit) throw unread('EFBIG', path)
  return Buffer.concat(chunks)
}

/** Returns whether reading a file failed because it is too large. */
export const isTooLarge = (error: unknown): boolean => (error as NodeJS.ErrnoException | undefined)?.code === 'EFBIG'

/**
 * Reads a file as UTF-8, without a byte order mark. Throws UsageError if it cannot be read; `what`: its name in the message, such as "the
 * config".
 */
export const readText = async (path: string, what: string, reading: Reading = {}): Promise<string> => {
  try {
    return decode(await readBytes(path, reading), what, path)
  } catch (error) {
    if (error instanceof UsageError) throw error
    if (isTooLarge(error)) throw new UsageError(`${what} ${path} is larger than 16 MiB.`, 'Is it the right file?')
    throw new UsageError(`${what} ${path} ${reasonOf(error)}.`, 'Is the path right?')
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
  ENOTREG: 'is not a regular file',
  // A socket cannot be opened.
  ENXIO: 'is not a regular file',
  ENOTDIR: 'is below something that is not a folder',
}

/** Returns why a file cannot be read, such as "does not exist". */
export const reasonOf = (error: unknown): string => {
  const { code = 'an unknown error' } = error as NodeJS.ErrnoException
  return entryOf(reasons, code) ?? `cannot be read (${code})`
}

/** Returns whether group or others may read a file; on Windows always false. */
export const isReadableByOthers = async (path: string): Promise<boolean> =>
  process.platform !== 'win32' && ((await stat(path)).mode & 0o044) !== 0
