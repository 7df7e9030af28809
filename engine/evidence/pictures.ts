import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { lstat, readdir, rm, rmdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import { readBytes } from '../settings/files.ts'

/** The folder of pictures beside a report, the maximum number of pictures in it, and the maximum size of one in bytes. */
export const picturesFolder = 'pages'
const mostPictures = 100
const largestPicture = 524_288

/** How runs name pictures: by number, after the number of the part if the run was resumed. */
const nameOfPicture = /^(?:\d+\.)?\d+\.jpg$/

/** Deletes the pictures of an earlier run, and their folder if nothing else is in it: other programs may also have a folder `pages`. */
export const removePictures = async (folder: string): Promise<void> => {
  const pictures = join(folder, picturesFolder)
  const found = await lstat(pictures).catch(() => undefined)
  // Anyone may own its folder.
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
      // No verdict depends on a picture. Errors of the folder show up when the evidence is written.
      return undefined
    }
  }
}

/**
 * Returns the pictures in a folder with the SHA-256 of each; undefined without pictures. Other files are left alone, since no run wrote
 * them: someone else may have created the folder of a resumed run.
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
