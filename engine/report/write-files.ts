import { join } from 'node:path'
import { removePictures } from '../evidence/pictures.ts'
import { makeEmpty } from '../machine/write-whole.ts'
import { reportFiles } from './files.ts'

/** Deletes the largest files of a report folder, to leave room for the report itself. */
export const giveUpEvidence = async (folder: string): Promise<void> => {
  await removePictures(folder).catch(() => undefined)
  await makeEmpty(join(folder, reportFiles.exchanges)).catch(() => undefined)
}
