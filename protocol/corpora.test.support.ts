import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe } from 'vitest'

const shared = fileURLToPath(new URL('../../shared', import.meta.url))

/** The folder that OC_CONFORMANCE_CORPORA names holds the corpora themselves: `corpora/jcs` is `jcs` in it. */
const candidates = (file: string): string[] => {
  const folder = process.env.OC_CONFORMANCE_CORPORA
  const inFolder = file.replace(/^corpora\//, '')
  return [join(shared, file), ...(folder && inFolder !== file ? [join(folder, inFolder)] : [])]
}

/** Returns the path of a corpus, first in ../shared, then in OC_CONFORMANCE_CORPORA; undefined if it is in neither. */
export const corpusPath = (file: string): string | undefined => candidates(file).find(path => existsSync(path))

/** Returns the tests that were left out, and how to include them. */
export const skipReason = (file: string): string =>
  file.startsWith('corpora/')
    ? `skipped: ${file} is neither in ../shared nor in the folder that OC_CONFORMANCE_CORPORA names`
    : `skipped: ../shared/${file} is absent`

/** Groups tests over a published corpus; skips them, with the reason in the title, if the corpus is absent. */
export const describeCorpus = (title: string, file: string, body: () => void): void => {
  const isAbsent = corpusPath(file) === undefined
  describe.skipIf(isAbsent)(`${title} (${isAbsent ? skipReason(file) : file})`, body)
}

/** Reads a corpus as bytes. Call it inside a test: the body of a skipped group is still collected. */
export const bytesOf = (file: string): Uint8Array => {
  const path = corpusPath(file)
  if (path === undefined) throw new Error(skipReason(file))
  return readFileSync(path)
}

/** Reads a corpus as text. */
export const textOf = (file: string): string => Buffer.from(bytesOf(file)).toString('utf8')

/** Reads a corpus as JSON. */
export const jsonOf = <T>(file: string): T => JSON.parse(textOf(file))

/** Reads the lines of a corpus that are not empty. */
export const linesOf = (file: string): string[] =>
  textOf(file)
    .split('\n')
    .filter(line => line !== '')
