/**
 * Writes the skeletons of a new clause:
 * `npm run new-clause CHECKOUT-20 -- --level must --code reference/gateway/checkout.ts:orderHasNotExpired`.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import type { Level } from '../../protocol/requirements/index.ts'
import { root as checkout } from '../documents.ts'
import { frameOf, insertedBefore, richest, type Source, sourcesAt, taggedWith } from './places.ts'
import {
  changeFragment,
  mutantSkeletons,
  type NewClause,
  registerRow,
  remainingSteps,
  suiteSkeleton,
} from './skeletons.ts'

/** `like`: a suite file that the new one resembles. `code`: the declaration that implements the clause, as `FILE:NAME`. */
type Options = { level?: Level; like?: string; code?: string }

type Clause = { id: string; prefix: string; number: number }

/** An id or a file that cannot be used; the message says what to do. */
class Unusable extends Error {}

const required = <T>(value: T | undefined, message: string): T => {
  if (value === undefined) throw new Unusable(message)
  return value
}

const clauseOf = (id: string): Clause => {
  const [, prefix, number] = required(
    /^([A-Z]+)-(\d\d)$/.exec(id) ?? undefined,
    `"${id}" is not a clause id. Give a prefix and two digits, such as CHECKOUT-20.`,
  )
  return { id, prefix: prefix ?? '', number: Number(number) }
}

const rowsOf = ({ text }: Source, prefix: string): RegExpExecArray[] => [
  ...text.matchAll(new RegExp(`^  '${prefix}-(\\d\\d)': \\{`, 'gm')),
]

const highestNumber = (source: Source, prefix: string): number =>
  Math.max(0, ...rowsOf(source, prefix).map(([, digits]) => Number(digits)))

/** Finds the file of the register with the last clause of a prefix. */
const registerFor = (root: string, { prefix }: Clause): Source =>
  required(
    sourcesAt(root, 'protocol/requirements/*.ts')
      .filter(source => highestNumber(source, prefix) > 0)
      .toSorted((a, b) => highestNumber(a, prefix) - highestNumber(b, prefix))
      .at(-1),
    `No part of the register has the prefix ${prefix}.`,
  )

/** Returns the bounds of a row that goes after the last one of its prefix, and the common part of the two. */
const placeIn = (root: string, source: Source, { id, prefix, number }: Clause) => {
  const { text } = source
  const highest = highestNumber(source, prefix)
  if (number <= highest)
    throw new Unusable(
      `${id} is taken, or was once. The next free id is ${prefix}-${String(highest + 1).padStart(2, '0')}.`,
    )
  const start = rowsOf(source, prefix).at(-1)?.index ?? 0
  const end = text.indexOf('\n  },\n', start) + '\n  },\n'.length
  const memberOf = (name: string) => new RegExp(`^ {4}${name}: (.*),$`, 'm').exec(text.slice(start, end))?.[1] ?? ''
  const [, released = ''] = /\bedition (\d+)/.exec(readFileSync(join(root, 'CHANGELOG.md'), 'utf8')) ?? []
  const roles = memberOf('roles')
  const [, role = ''] = /'(\w+)'/.exec(roles) ?? []
  return { end, roles, role, part: memberOf('part'), edition: String(Number(released) + 1) }
}

const suiteFor = (root: string, { prefix }: Clause, path?: string): Source => {
  const suites = sourcesAt(root, 'suites/**/*.suite.ts')
  if (path !== undefined)
    return required(
      suites.find(suite => suite.path === path),
      `"${path}" is not a suite file.`,
    )
  const opening = new RegExp(`^/\\*\\*[\\s*]+${prefix}-\\d\\d ·`)
  const own = suites.filter(({ text }) => opening.test(text) && frameOf(text) !== undefined && hasVerdict.test(text))
  const [first] = own
  const last = own.findLast(({ path }) => first !== undefined && dirname(path) === dirname(first.path))
  return required(last, `No suite has a check of ${prefix}. Give a suite file as well.`)
}

/** Matches a file with a check that may fail: one of another kind belongs to a suite of observations. */
const hasVerdict = /^ *clause(\.(property|model|race))?[(<]/m

const withMutants = ({ path, text }: Source, clause: NewClause, anchor: RegExp): Source => {
  const mutants = mutantSkeletons(clause, text.includes('SharedMutant'))
  return { path, text: required(insertedBefore(text, mutants, { anchor, end: ']' }), `${path} has no list.`) }
}

const taggedAt = (root: string, code: string, id: string): Source => {
  const [path = '', name = ''] = code.split(':')
  const source = sourcesAt(root, path).at(0)
  const text = source && taggedWith(source.text, name, id)
  return { path, text: required(text, `"${code}" is no declaration with a docstring. Give it as FILE:NAME.`) }
}

/** Writes the skeletons below `root` and returns the steps that remain; throws Unusable before anything is written. */
export const newClause = (root: string, id: string, { level = 'must', like, code }: Options = {}): string => {
  const named = clauseOf(id)
  const register = registerFor(root, named)
  const { end, ...place } = placeIn(root, register, named)
  const clause: NewClause = { id, level, ...place }
  const suite = ownFile(suiteFor(root, named, like), named)
  const breaks = new RegExp(`breaks: '${named.prefix}-\\d\\d'`, 'g')
  const mutants = required(
    richest(sourcesAt(root, 'implementations/mutants/**/*.ts'), breaks),
    `No mutant breaks a ${named.prefix} clause.`,
  )
  const change = { path: `changes/${id.toLowerCase()}.md`, text: changeFragment(clause) }
  const row = registerRow(clause)
  const sources = [
    { path: register.path, text: `${register.text.slice(0, end)}${row}${register.text.slice(end)}` },
    suite,
    withMutants(mutants, clause, breaks),
    change,
    ...(code === undefined ? [] : [taggedAt(root, code, id)]),
  ]
  mkdirSync(join(root, 'changes'), { recursive: true })
  for (const { path, text } of sources) writeFileSync(join(root, path), text)
  const [reference] = code?.split(':') ?? []
  return remainingSteps(clause, {
    ...{ register: register.path, suite: suite.path, mutants: mutants.path, change: change.path },
    ...(reference === undefined ? {} : { reference }),
  })
}

/** The file of a clause, beside that of another: it defines the same suite. */
const ownFile = (beside: Source, { id, number }: Clause): Source => {
  const frame = required(
    frameOf(beside.text),
    `Write the file of ${id} by hand: ${beside.path} does not show its suite.`,
  )
  const path = `${dirname(beside.path)}/${String(number).padStart(2, '0')}-new.suite.ts`
  return { path, text: suiteSkeleton(id, frame) }
}

const isLevel = (text: string): text is Level => ['must', 'should', 'open'].includes(text)

const usage = `npm run new-clause ID -- [options]

  --level LEVEL     must (the default), should or open
  --code FILE:NAME  the declaration of the reference that implements it
  --like FILE       a suite file that the new one resembles`

const options = { level: { type: 'string' }, like: { type: 'string' }, code: { type: 'string' } } as const

const parsed = () => {
  try {
    return parseArgs({ options, allowPositionals: true })
  } catch {
    throw new Unusable(usage)
  }
}

/** Reads the command line; throws Unusable with what to give instead. */
const read = (): [string, Options] => {
  const { values, positionals } = parsed()
  const { level = 'must', ...rest } = values
  if (!isLevel(level)) throw new Unusable(`--level ${level}: give must, should or open.`)
  return [positionals[0] ?? '', { level, ...rest }]
}

if (import.meta.main)
  try {
    console.log(newClause(checkout, ...read()))
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
