import type { Json } from '../../../protocol/json/json.ts'
import { parseJson } from '../json-file.ts'
import { UsageError } from '../usage-error.ts'

/** One item of a file of known failures, and the line that it begins on. */
export type ListedItem = { value: Json; line: number }

/** How a file of known failures is written: an id on each line, or JSON, or YAML. */
export type ListForm = 'lines' | 'json' | 'yaml'

/** Returns the form of a file, judging by its first line that is not a comment. */
export const listFormOf = (text: string, path: string): ListForm => {
  const first = text.split('\n').find(line => !/^\s*(#|$)/.test(line)) ?? ''
  if (/^\s*[[{]/.test(first)) return /\.ya?ml$/i.test(path) ? 'yaml' : 'json'
  // No id contains a colon.
  return /^(-(\s|$)|%|["'$\w]+\s*:)/.test(first) ? 'yaml' : 'lines'
}

/** Returns the items of a file of known failures. Throws UsageError, with the line, if the file is malformed. */
export const itemsIn = async (text: string, path: string): Promise<ListedItem[]> => {
  const form = listFormOf(text, path)
  if (form === 'lines') return idsIn(text)
  if (form === 'json') parseJson(text, path)
  return parsedItems(text, path)
}

const idsIn = (text: string): ListedItem[] =>
  text
    .split('\n')
    .map((line, index) => ({ value: line.replace(/#.*/, '').trim(), line: index + 1 }))
    .filter(({ value }) => value !== '')

/** Reads YAML, which includes JSON. */
const parsedItems = async (text: string, path: string): Promise<ListedItem[]> => {
  const { isMap, isNode, isSeq, LineCounter, parseDocument } = await import('yaml')
  const lineCounter = new LineCounter()
  const document = parseDocument(text, { lineCounter })
  const [error] = document.errors
  if (error) {
    const [cause = ''] = error.message.split(/ at line |\n/)
    throw new UsageError(`${path}:${error.linePos?.[0].line ?? 1} is not YAML: ${cause}.`, 'Correct the text there.')
  }
  const { contents } = document
  const list = isMap(contents) ? contents.get('known', true) : contents
  const value = contentOf(document, path)
  const values = Array.isArray(value) ? value : valuesIn(value, path)
  if (contents === null) return []
  if (!isSeq(list)) throw notAList(path)
  return list.items.map((item, index) => {
    const at = isNode(item) ? item.range?.[0] : undefined
    return { value: values[index] ?? null, line: at === undefined ? 1 : lineCounter.linePos(at).line }
  })
}

const contentOf = (document: { toJS(): unknown }, path: string): Json => {
  try {
    return document.toJS() as Json
  } catch {
    // Nested aliases could fill the memory.
    throw notAList(path)
  }
}

const valuesIn = (value: Json, path: string): readonly Json[] => {
  if (value === null) return []
  if (typeof value !== 'object' || Array.isArray(value) || !Array.isArray(value.known)) throw notAList(path)
  const [other] = Object.keys(value).filter(name => name !== 'known' && name !== '$schema')
  if (other === undefined) return value.known
  throw new UsageError(`${path}: ${JSON.stringify(other)} is not a known member.`, takes)
}

/** Returns the error that says what a file of known failures may contain. */
export const takes =
  'Expected one clause or check id on each line, or a list of ids and entries as schemas/known-failures.schema.json says.'

const notAList = (path: string): UsageError => new UsageError(`${path} is not a list of known failures.`, takes)
