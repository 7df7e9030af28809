import { mkdir } from 'node:fs/promises'
import { dirname, relative, resolve } from 'node:path'
import { UsageError } from '../engine/settings/usage-error.ts'
import type { Io } from './io.ts'

/** Writes the file of an option, whole or not at all, and the folders above it. UsageError if it cannot be written. */
export const writeText = async (
  { folder }: Pick<Io, 'folder'>,
  name: string,
  text: string,
  option = '--output',
): Promise<void> => {
  const file = resolve(folder, name)
  const { default: writeFile } = await import('write-file-atomic')
  try {
    await mkdir(dirname(file), { recursive: true })
    await writeFile(file, text)
  } catch (error) {
    const { code = 'an unknown error' } = error as NodeJS.ErrnoException
    throw new UsageError(`${relative(folder, file)} cannot be written (${code}).`, `Give ${option} another name.`)
  }
}
