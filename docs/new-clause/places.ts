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

/** Inserts `addition` before the first line that equals `end` after the last match of `anchor`; undefined if there is none. */
export const insertedBefore = (
  text: string,
  addition: string,
  { anchor, end }: { anchor: RegExp; end: string },
): string | undefined => {
  const last = [...text.matchAll(anchor)].at(-1)
  const position = last === undefined ? -1 : text.indexOf(`\n${end}\n`, last.index)
  return position < 0 ? undefined : `${text.slice(0, position + 1)}${addition}${text.slice(position + 1)}`
}

const indented = (text: string): string => text.replace(/^(?=.)/gm, '  ')

/**
 * Adds a check to a suite: at the end of the file, or inside a callback that gets each operation (its parameter is passed to
 * `check`); undefined if the file has another shape.
 */
export const withCheck = (text: string, check: (subject?: string) => string): string | undefined => {
  if (/^const \{ clause\b/m.test(text)) return `${text}${check()}`
  const [, subject] = /\(clause, (\w+)\) => \{$/m.exec(text) ?? []
  return subject !== undefined && text.endsWith('\n})\n')
    ? `${text.slice(0, -3)}${indented(check(subject))}})\n`
    : undefined
}

/** Returns the name of a suite file with one more number: '01-03.12.page.suite.ts' and 4 give '01-04.12.page.suite.ts'. */
export const withNumber = (name: string, number: number): string => {
  const [, listed = '', rest = ''] = /^((?:\d\d(?:-\d\d)?\.)*)(.*)$/.exec(name) ?? []
  const numbers = listed
    .split('.')
    .filter(part => part !== '')
    .flatMap(part => {
      const [from = 0, to = from] = part.split('-').map(Number)
      return Array.from({ length: to - from + 1 }, (_, index) => from + index)
    })
  return `${ranges([...new Set([...numbers, number])].sort((a, b) => a - b)).join('.')}.${rest}`
}

const ranges = (numbers: readonly number[]): string[] => {
  const runs = numbers.reduce<number[][]>((all, number) => {
    const run = all.at(-1)
    if (run?.at(-1) === number - 1) run.push(number)
    else all.push([number])
    return all
  }, [])
  const padded = (number: number | undefined) => String(number).padStart(2, '0')
  return runs.map(run => (run.length > 1 ? `${padded(run[0])}-${padded(run.at(-1))}` : padded(run[0])))
}
