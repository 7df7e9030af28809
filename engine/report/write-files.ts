import { open, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { picturesFolder } from '../evidence/pictures.ts'
import { reportFiles } from './files.ts'

/** Characters that are written at once. */
const writtenAtOnce = 1_048_576

/** Writes the parts of a text in order, by a handle: not every file system that stands in for Node's takes an iterable. */
export const writeParts = async (path: string, parts: Iterable<string>): Promise<void> => {
  const file = await open(path, 'w')
  try {
    let waiting = ''
    for (const part of parts) {
      waiting += part
      if (waiting.length < writtenAtOnce) continue
      await file.appendFile(waiting)
      waiting = ''
    }
    await file.appendFile(waiting)
  } catch (error) {
    // A page that is cut short would show less than the run found.
    await rm(path, { force: true })
    throw error
  } finally {
    await file.close()
  }
}

/** Deletes what makes up most of a report folder, to leave room for the report itself. */
export const giveUpEvidence = async (folder: string): Promise<void> => {
  await rm(join(folder, picturesFolder), { recursive: true, force: true }).catch(() => undefined)
  await writeFile(join(folder, reportFiles.exchanges), '').catch(() => undefined)
}
