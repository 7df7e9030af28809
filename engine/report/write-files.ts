import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { picturesFolder } from '../evidence/pictures.ts'
import { makeEmpty } from '../machine/write-whole.ts'
import { reportFiles } from './files.ts'

/** Deletes what makes up most of a report folder, to leave room for the report itself. */
export const giveUpEvidence = async (folder: string): Promise<void> => {
  await rm(join(folder, picturesFolder), { recursive: true, force: true }).catch(() => undefined)
  await makeEmpty(join(folder, reportFiles.exchanges)).catch(() => undefined)
}
