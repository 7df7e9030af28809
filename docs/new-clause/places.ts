import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A source file; `path` starts at the root of the checkout. */
export type Source = { path: string; text: string }

/** The sources that a glob matches, in a fixed order. */
export const sourcesAt = (root: string, glob: string): Source[] =>
  globSync(glob, { cwd: root })
    .map(path => path.replaceAll('\\', '/'))
    .sort()
    .map(path => ({ path, text: readFileSync(join(root, path), 'utf8') }))

/** The source with the most different matches of a pattern; undefined if none has any. */
export const richest = (sources: readonly Source[], pattern: RegExp): Source | undefined => {
  const count = ({ text }: Source) => new Set(text.match(pattern)).size
  const [first] = sources.toSorted((a, b) => count(b) - count(a))
  return first !== undefined && count(first) > 0 ? first : undefined
}

/** Inserts `addition` before the first line that equals `end` after the last match of `anchor`; undefined without such a line. */
export const insertedBefore = (
  text: string,
  addition: string,
  { anchor, end }: { anchor: RegExp; end: string },
): string | undefined => {
  const last = [...text.matchAll(anchor)].at(-1)
  const position = last === undefined ? -1 : text.indexOf(`\n${end}\n`, last.index)
  return position < 0 ? undefined : `${text.slice(0, position + 1)}${addition}${text.slice(position + 1)}`
}

/**
 * Adds a clause to the docstring of a declaration: to its list of clauses, or as a sentence at the end. Undefined if no declaration of
 * that name has a docstring.
 */
export const taggedWith = (text: string, name: string, id: string): string | undefined => {
  const declared = new RegExp(`\\n(export )?(async )?(const|function|class|type) ${name}\\b`).exec(text)
  const start = declared === null ? -1 : text.lastIndexOf('/**', declared.index)
  const docstring = text.slice(start, declared?.index)
  if (start < 0 || docstring.indexOf('*/') !== docstring.length - 2) return undefined
  const listed = docstring.replace(/\bClauses?: ([^.]*?)(,? and ([A-Z]+-\d\d))?\./, (_, ids, last, second) =>
    last === undefined ? `Clauses: ${ids}, ${id}.` : `Clauses: ${ids}, ${second}, ${id}.`,
  )
  const isLong = docstring.includes('\n')
  const added =
    listed === docstring
      ? docstring.replace(/\s*\*\/$/, isLong ? `\n * Clause: ${id}.\n */` : ` Clause: ${id}. */`)
      : listed
  return text.slice(0, start) + added + text.slice(start + docstring.length)
}

/** The frame of the checks of a suite file; each of them is repeated for every `subject`. */
export type Frame = { imports: string; before: string; after: string; subject?: string }

/** Returns the frame of a suite file's checks; undefined if the file has another shape. */
export const frameOf = (text: string): Frame | undefined => {
  const [definition] = /^const \{ clause \} = defineSuite\([^)]*\)\n/m.exec(text) ?? []
  if (definition !== undefined)
    return { imports: "import { defineSuite } from '../../../harness/clause.ts'\n", before: definition, after: '' }
  const [, opening, name, subject] = /^((onEvery\w+)\('[\w-]+', \(clause, (\w+)\) =>)/m.exec(text) ?? []
  const [, from] = new RegExp(`^import \\{[^}]*\\b${name}\\b[^}]*\\} from '(.*)'`, 'm').exec(text) ?? []
  if (subject === undefined || from === undefined) return undefined
  return { imports: `import { ${name} } from '${from}'\n`, before: `${opening} {`, after: '})\n', subject }
}
