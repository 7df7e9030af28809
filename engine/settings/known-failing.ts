import { requirements } from '../../protocol/requirements/index.ts'
import { readText } from './files.ts'
import { parseJson } from './json-file.ts'
import { quoted } from './readers.ts'
import { suggestion } from './suggestion.ts'
import { UsageError } from './usage-error.ts'

const takes = 'It takes a JSON array of clause and check ids, or one id on each line (# begins a comment).'

/** Reads the ids in a file of known failures. Throws UsageError if one is neither a clause nor one of `checkIds`. */
export const readKnownFailing = async (path: string, checkIds: readonly string[]): Promise<string[]> => {
  const text = await readText(path, 'the file of known failures')
  const ids = text.trimStart().startsWith('[') ? fromArray(text, path) : fromLines(text)
  const known = [...Object.keys(requirements), ...checkIds]
  const unknown = ids.find(id => !known.includes(id))
  if (unknown !== undefined)
    throw new UsageError(
      `${path}: ${quoted(unknown)} is neither a clause nor a check.`,
      suggestion(unknown, known, takes),
    )
  return [...new Set(ids)]
}

const fromArray = (text: string, path: string): string[] => {
  const value = parseJson(text, path)
  const ids = Array.isArray(value) ? value.filter(id => typeof id === 'string') : []
  if (!Array.isArray(value) || ids.length < value.length) throw new UsageError(`${path} is not a list of ids.`, takes)
  return ids
}

const fromLines = (text: string): string[] =>
  text
    .split('\n')
    .map(line => line.replace(/#.*/, '').trim())
    .filter(line => line !== '')
