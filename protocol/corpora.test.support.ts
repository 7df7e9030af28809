import { existsSync, readFileSync } from 'node:fs'
import { describe } from 'vitest'

const at = (file: string): URL => new URL(`../../shared/${file}`, import.meta.url)

/** A group of tests over a foreign corpus: runs where the folder of corpora lies beside the project. */
export const describeCorpus = (title: string, file: string, body: () => void): void => {
  describe.skipIf(!existsSync(at(file)))(`${title} (../shared/${file}; skipped where it is absent)`, body)
}

/** To be called inside a test: a group that is skipped is collected all the same. */
export const bytesOf = (file: string): Uint8Array => readFileSync(at(file))

export const textOf = (file: string): string => readFileSync(at(file), 'utf8')

export const jsonOf = <T>(file: string): T => JSON.parse(textOf(file))

export const linesOf = (file: string): string[] =>
  textOf(file)
    .split('\n')
    .filter(line => line !== '')
