import { stripVTControlCharacters } from 'node:util'
import { baseUrl } from '../settings/options/readers.ts'

/** How many bytes of output are kept: for an unfinished line, and for the quote in an error. */
const keptBytes = 8_192

/** Reads the output of a tunnel as it arrives. */
export type OutputReader = {
  /** Adds a piece of output; returns the first http(s) address once it is complete. */
  read(text: string): string | undefined
  /** Returns the address at the very end of the output. */
  end(): string | undefined
  /** The last non-empty line. */
  lastLine(): string
}

/** Returns a reader of output. An address ends at a space, a quote, an angle bracket or the end of the output. */
export const createOutputReader = (): OutputReader => {
  let found: string | undefined
  let kept = ''
  return {
    read: text => {
      kept = (kept + text).slice(-keptBytes)
      found ??= addressIn(kept, false)
      return found
    },
    end: () => {
      found ??= addressIn(kept, true)
      return found
    },
    lastLine: () =>
      stripVTControlCharacters(kept)
        .split(/[\r\n]+/)
        .findLast(line => line.trim() !== '')
        ?.trim()
        .slice(0, 200) ?? '',
  }
}

/** Finds an address in text; one at the end of it may continue. */
const addressIn = (text: string, isEnd: boolean): string | undefined => {
  const plain = stripVTControlCharacters(text)
  for (const match of plain.matchAll(/https?:\/\/[^\s"'<>`|]+/gi)) {
    if (!isEnd && match.index + match[0].length === plain.length) return undefined
    const address = baseUrl.read(match[0].replace(/(?<![.,;:!)\]])[.,;:!)\]]+$/, ''))
    if (address !== undefined) return address
  }
  return undefined
}
