import { mkdir, stat } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * Creates a folder and those above it; one that is there already stays. Rejects with the error of the system. Node's own way never ends
 * where a folder exists and takes no others, such as /proc.
 */
export const makeFolder = async (folder: string): Promise<void> => {
  try {
    await mkdir(folder)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code !== 'ENOENT') return isFolder(folder).then(found => (found ? undefined : Promise.reject(error)))
    const above = dirname(folder)
    if (above === folder || (await isFolder(above))) throw error
    await makeFolder(above)
    await mkdir(folder)
  }
}

const isFolder = (path: string): Promise<boolean> =>
  stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
