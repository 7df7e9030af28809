import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of pictures beside a report, how many it holds at most, and bytes of the largest. */
export const picturesFolder = 'pages'
const mostPictures = 100
const largestPicture = 524_288

/** Returns what keeps pictures in a folder: it gives the name of each, and `undefined` if there is no room. */
export const openPictures = (folder: string): ((picture: Uint8Array) => string | undefined) => {
  let count = 0
  return picture => {
    if (count >= mostPictures || picture.length > largestPicture) return undefined
    count += 1
    mkdirSync(join(folder, picturesFolder), { recursive: true })
    const name = `${picturesFolder}/${count}.jpg`
    writeFileSync(join(folder, name), picture)
    return name
  }
}
