import { globSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { isRequirementId, registerVersion } from '../../protocol/requirements/index.ts'

/** The possible effect of a change on the verdict of a target, and the heading below which a release lists it. */
const turns = {
  red: 'Can turn a target red',
  warn: 'Can warn',
  green: 'No longer fails, warns or blocks',
} as const

type Turn = keyof typeof turns

/** A change that a user notices, in at most 25 words; `turns` is absent if it changes no verdict. */
export type Fragment = { path: string; clauses: readonly string[]; turns?: Turn; text: string }

const mostWords = 25

const isTurn = (value: string): value is Turn => Object.hasOwn(turns, value)

type Read = { fragment: Fragment; problems: string[] }

/** Reads a fragment: `clauses` and `turns` between lines of three dashes, then the text. Returns its faults as well. */
export const readFragment = (path: string, source: string): Read => {
  const [, head = '', body = source] = /^---\n(.*?)^---\n(.*)$/ms.exec(source) ?? []
  const lines = head.split('\n').filter(line => line !== '')
  const values: Record<string, string> = Object.fromEntries(
    lines.map(line => [line.split(':')[0], line.slice(line.indexOf(':') + 1).trim()]),
  )
  const { clauses: listed = '', turns: turn, ...unknown } = values
  const clauses = listed.split(',').flatMap(id => id.trim() || [])
  const text = body.trim().replace(/\s+/g, ' ')
  const words = text.split(' ').length
  const problems = [
    ...Object.keys(unknown).map(name => `"${name}" is not known: give clauses and turns`),
    ...clauses.filter(id => !isRequirementId(id)).map(id => `${id} is not in the register`),
    ...(turn !== undefined && !isTurn(turn) ? [`turns: ${turn}: give one of ${Object.keys(turns).join(', ')}`] : []),
    ...((turn === undefined) === (clauses.length === 0) ? [] : ['give both clauses and turns, or neither']),
    ...(text === '' ? ['it says nothing'] : []),
    ...(words > mostWords ? [`it has ${words} words: leave ${mostWords} at most`] : []),
  ].map(problem => `${path}: ${problem}`)
  const fragment = { path, clauses, text, ...(turn !== undefined && isTurn(turn) ? { turns: turn } : {}) }
  return { fragment, problems }
}

/** Reads the fragments below `root`, in the order of their names. */
export const readFragments = (root: string): Read[] =>
  globSync('changes/*.md', { cwd: root })
    .map(path => path.replaceAll('\\', '/'))
    .filter(path => basename(path) !== 'README.md')
    .toSorted()
    .map(path => readFragment(path, readFileSync(join(root, path), 'utf8')))

const bullet = ({ clauses, text }: Fragment): string =>
  `- ${clauses.length > 0 ? `${clauses.join(', ')}: ` : ''}${text}`

/** Returns the section of a version in the changelog. */
export const sectionOf = (version: string, date: string, fragments: readonly Fragment[]): string => {
  const groups = [...Object.entries(turns), [undefined, 'Other changes'] as const].map(([turn, title]) => ({
    title,
    own: fragments.filter(fragment => fragment.turns === turn),
  }))
  const texts = groups
    .filter(({ own }) => own.length > 0)
    .map(({ title, own }) => `### ${title}\n\n${own.map(bullet).join('\n')}\n`)
  return [`## ${version} (${date})\n\nWith edition ${registerVersion} of the register.\n`, ...texts].join('\n')
}
