import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and its missing parents. Rejects with the system's error. Node's own function never returns if a folder exists that
 * cannot contain others, such as /proc.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  const above = dirname(folder)
  try {
    await mkdir(folder)
  } catch (error) {
    if (await isFolder(folder)) return
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT' || above === folder) throw error
    if (!(await isFolder(above))) await makeFolder(above)
    // Another run may have created one of the two in the meantime.
    await mkdir(folder).catch(async (again: unknown) => ((await isFolder(folder)) ? undefined : Promise.reject(again)))
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
