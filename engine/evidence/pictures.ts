import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import { readBytes } from '../settings/files.ts'

/** The folder of pictures beside a report, the most that it holds, and the bytes of the largest. */
export const picturesFolder = 'pages'
const mostPictures = 100
const largestPicture = 524_288

/** How runs name pictures: their number, after that of the part of a run that was resumed. */
const nameOfPicture = /^(?:\d+\.)?\d+\.jpg$/

/** Deletes the pictures of an earlier run, and their folder if it holds nothing else: other programs call theirs `pages`, too. */
export const removePictures = async (folder: string): Promise<void> => {
  const pictures = join(folder, picturesFolder)
  const found = await lstat(pictures).catch(() => undefined)
  // Its folder may be anyone's.
  if (found?.isSymbolicLink()) return rm(pictures)
  const names = await readdir(pictures).catch(() => [])
  await Promise.all(names.filter(name => nameOfPicture.test(name)).map(name => rm(join(pictures, name))))
  await rmdir(pictures).catch(() => undefined)
}

/**
 * Returns a function that saves a picture in a folder and returns its name, or `undefined` if the budget is spent. `take` takes bytes from
 * the budget of all evidence.
 */
export const openPictures = (
  folder: string,
  prefix = '',
  take = (_bytes: number) => true,
): ((picture: Uint8Array) => string | undefined) => {
  let count = 0
  return picture => {
    if (count >= mostPictures || picture.length > largestPicture || !take(picture.length)) return undefined
    count += 1
    const name = `${picturesFolder}/${prefix}${count}.jpg`
    try {
      mkdirSync(join(folder, picturesFolder), { recursive: true })
      // A link in the folder is not followed.
      rmSync(join(folder, name), { force: true })
      writeFileSync(join(folder, name), picture, { flag: 'wx' })
      return name
    } catch {
      // No verdict rests on a picture. Errors of the folder show when the evidence is written.
      return undefined
    }
  }
}

/**
 * Returns the pictures in a folder with the SHA-256 of each; undefined without pictures. Other files are left alone, since no run put them there: a folder that is
 * resumed may have been made by someone else.
 */
export const picturesIn = async (folder: string): Promise<{ file: string; digest: string }[] | undefined> => {
  const names = await readdir(join(folder, picturesFolder)).catch(() => [])
  const pictures: { file: string; digest: string }[] = []
  const own = names.filter(name => nameOfPicture.test(name))
  for (const name of own.toSorted((a, b) => a.localeCompare(b, 'en', { numeric: true }))) {
    const path = join(folder, picturesFolder, name)
    const found = await lstat(path)
    if (!found.isFile() || found.size > largestPicture) continue
    pictures.push({ file: `${picturesFolder}/${name}`, digest: sha256Hex(await readBytes(path)) })
  }
  return pictures.length === 0 ? undefined : pictures
}
