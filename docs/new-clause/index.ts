/**
 * Writes the skeletons of a new clause: `npm run new-clause CHECKOUT-20`, or with a suite file that its own is to be like,
 * `npm run new-clause AUTH-30 suites/every-role/authentication/06-signature.suite.ts`.
 */
import { mkdirSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { argv } from 'node:process'
import { root as checkout } from '../documents.ts'
import { frameOf, insertedBefore, richest, type Source, sourcesAt } from './places.ts'
import { changeFragment, mutantSkeleton, registerRow, remainingSteps, suiteSkeleton } from './skeletons.ts'

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

const withRow = (source: Source, { id, prefix, number }: Clause): string => {
  const { text } = source
  const rows = rowsOf(source, prefix)
  const highest = highestNumber(source, prefix)
  if (number <= highest)
    throw new Unusable(
      `${id} is taken, or was once. The next free id is ${prefix}-${String(highest + 1).padStart(2, '0')}.`,
    )
  const start = rows.at(-1)?.index ?? 0
  const [, part = ''] = /^ {4}part: '(.*)',$/m.exec(text.slice(start)) ?? []
  const end = text.indexOf('\n  },\n', start) + '\n  },\n'.length
  return `${text.slice(0, end)}${registerRow(id, part)}${text.slice(end)}`
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

/** Writes the skeletons below `root` and returns the steps that remain; throws Unusable before anything is written. */
export const newClause = (root: string, id: string, suitePath?: string): string => {
  const clause = clauseOf(id)
  const { prefix } = clause
  const register = registerFor(root, clause)
  const suite = ownFile(suiteFor(root, clause, suitePath), clause)
  const breaks = new RegExp(`breaks: '${prefix}-\\d\\d'`, 'g')
  const mutants = required(
    richest(sourcesAt(root, 'implementations/mutants/**/*.ts'), breaks),
    `No mutant breaks a ${prefix} clause.`,
  )
  const change = { path: `changes/${id.toLowerCase()}.md`, text: '' }
  const mutant = mutantSkeleton(id, mutants.text.includes('SharedMutant'))
  const texts: [Source, string][] = [
    [register, withRow(register, clause)],
    [suite, suite.text],
    [
      mutants,
      required(insertedBefore(mutants.text, mutant, { anchor: breaks, end: ']' }), `${mutants.path} has no list.`),
    ],
    [change, changeFragment(id)],
  ]
  mkdirSync(join(root, 'changes'), { recursive: true })
  for (const [{ path }, text] of texts) writeFileSync(join(root, path), text)
  return remainingSteps(id, {
    register: register.path,
    suite: suite.path,
    mutants: mutants.path,
    change: change.path,
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

if (import.meta.main)
  try {
    const [, , id = '', suitePath] = argv
    console.log(newClause(checkout, id, suitePath))
  } catch (error) {
    if (!(error instanceof Unusable)) throw error
    console.error(error.message)
    process.exitCode = 2
  }
