import { dirname, relative, resolve } from 'node:path'
import { cannotWrite } from '../engine/machine/machine-error.ts'
import { makeFolder } from '../engine/machine/make-folder.ts'
import { writeWhole } from '../engine/machine/write-whole.ts'
import type { Io } from './io.ts'

/** Writes the file of an option, whole or not at all, and the folders above it. Throws an error with its remedy if it cannot be written. */
export const writeText = async (
  { folder }: Pick<Io, 'folder'>,
  name: string,
  text: string,
  option = '--output',
): Promise<void> => {
  const file = resolve(folder, name)
  try {
    await makeFolder(dirname(file))
    await writeWhole(file, text)
  } catch (error) {
    throw cannotWrite(relative(folder, file), error, `Give ${option} another name.`)
  }
}
