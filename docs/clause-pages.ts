/**
 * Writes a page for each chapter of the register into docs/clauses/, which git ignores and the package holds: the clauses with their checks
 * and files, the changes since edition 1, and the arguments of the checks: `node docs/clause-pages.ts`.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { reasonNotObservable } from '../cli/explain/not-observable.ts'
import type { CheckKind } from '../harness/check.ts'
import type { Check } from '../harness/clause.ts'
import { operations } from '../protocol/operations.ts'
import {
  changes,
  isRequirementId,
  type Part,
  parts,
  type RequirementId,
  registerVersion,
  requirements,
} from '../protocol/requirements/index.ts'
import { allChecks } from '../suites/index.ts'
import { isGenerated, valueChecks } from '../suites/members/value-checks.ts'
import { clauseFiles } from '../suites/support/clause-files.ts'
import { cell, type Document, root } from './documents.ts'

const opening = () => `# The clauses

Edition ${registerVersion} of the register: a page for each chapter, with the checks that test each clause, the suites that hold them, and
the files of the reference that implement it. A must clause that fails makes a target non-conformant, a should clause that fails is
a warning. An open clause is only observed: the document leaves the choice to the implementation. \`oc-conformance explain\` prints
why a clause matters and how to fix a failure.

${figureText()}

A check name with a \`*\` stands for one check per operation; \`--only\` accepts it unchanged. In brackets: a check that draws values
(property) or series of steps (model), or that releases requests together (race).
`

/** Returns how many checks of values are generated, and which checks speak of values. */
const figureText = (): string => {
  const generated = valueChecks.filter(isGenerated).length
  return `A check speaks of values if the [table of members](../members.md) names it, or if it is generated: if it draws its
values, or takes them from the table. The others try existence, permission, state and order.
Of the ${valueChecks.length} checks of must clauses that speak of values, ${generated} are generated.`
}

type NamedCheck = Pick<Check, 'id' | 'clauses' | 'kind'>

const slugs = Object.keys(operations).map(name => name.replaceAll('.', '-'))

/** Replaces the operation in a check's id by `*`. */
const pattern = (id: string): string => {
  const slug = slugs.find(name => id.includes(`/${name}-`))
  return slug === undefined ? id : id.replace(`/${slug}-`, '/*-')
}

/** Folds ids of checks that differ only in their operation to one name. */
export const folded = (ids: readonly string[]): string[] => {
  const groups = Map.groupBy(ids, pattern)
  return [...groups].map(([name, [first = '', ...others]]) => (others.length > 0 ? name : first))
}

/** Returns the names of checks of one kind; most checks name their cases, the other kinds show. */
const namesOf = (kind: CheckKind, checks: readonly NamedCheck[]): string[] =>
  folded(checks.map(({ id }) => id)).map(name =>
    kind === 'clause' || kind === 'observation' ? `\`${name}\`` : `\`${name}\` (${kind})`,
  )

const decidedBy = (id: RequirementId): string => {
  const deciding = allChecks.filter(check => check.clauses.includes(id))
  const byKind = [...Map.groupBy(deciding, ({ kind }) => kind)]
  if (deciding.length > 0) return byKind.flatMap(([kind, own]) => namesOf(kind, own)).join(', ')
  return cell(reasonNotObservable(requirements[id]) ?? 'No check yet.')
}

/** Links to files as the package has them: compiled, with their source in the map beside them. */
const linked = (files: readonly string[]): string =>
  files
    .map(file => {
      const name = file.replace(/^(suites|reference)\//, '').replace(/(\.suite)?\.ts$/, '')
      return `[${name}](../../dist/${file.replace(/\.ts$/, '.js')})`
    })
    .join(', ')

const clauseRow = (id: RequirementId): string => {
  const { level, roles, text } = requirements[id]
  const { suites, reference } = clauseFiles[id]
  return `| ${id} | ${level} | ${roles.join(', ')} | ${cell(text)} | ${decidedBy(id)} | ${linked(suites)} | ${linked(reference)} |`
}

const prefixOf = (id: string): string => id.replace(/-\d+$/, '')

/** Returns the first-edition text of the rows of the chapter, with the sentences of the document that settle them; empty if none changed. */
const changesText = ({ ids }: Part): string[] => {
  const prefixes = new Set(ids.map(prefixOf))
  const rows = changes
    .filter(({ id }) => prefixes.has(prefixOf(id)))
    .map(({ id, edition, was, sentence, reason }) => {
      const before = was === undefined ? 'not there' : (was.level ?? 'the same level, a different text')
      const level = isRequirementId(id) ? requirements[id].level : ''
      return `| ${id} | ${edition} | ${before} | ${level} | ${cell(sentence)} | ${cell(reason)} |`
    })
  const head = [
    '\n## Changes since edition 1\n',
    '| Clause | Edition | It was | It is | The sentence of the document | Why |',
    '|---|---|---|---|---|---|',
  ]
  return rows.length === 0 ? [] : [...head, ...rows]
}

const argumentsFile = ({ name }: Part): string => join(root, 'protocol/requirements/arguments', `${name}.md`)

/** Returns the arguments for the checks of the chapter, one bullet each, as it is written beside the register. */
const argumentsText = (part: Part): string[] => {
  const file = argumentsFile(part)
  if (!existsSync(file)) return []
  const [, ...bullets] = readFileSync(file, 'utf8').trimEnd().split('\n')
  return ['\n## What the checks ask for, and why', ...bullets]
}

const page = (part: Part): string =>
  [
    `# ${part.title}\n`,
    'Levels and names are explained in [the overview](README.md).\n',
    '| Clause | Level | Roles | Text | Checks | Suites | Reference |',
    '|---|---|---|---|---|---|---|',
    ...part.ids.map(clauseRow),
    ...changesText(part),
    ...argumentsText(part),
    '',
  ].join('\n')

const overview = (): string =>
  [
    opening(),
    '| Chapter | Clauses |',
    '|---|---|',
    ...parts.map(({ name, title, ids }) => `| [${title}](${name}.md) | ${ids.join(', ')} |`),
    '',
  ].join('\n')

/** Returns the pages of the clauses, and their overview; names are paths from the root. */
export const clausePages = (): Document[] => [
  { name: 'docs/clauses/README.md', text: overview() },
  ...parts.map(part => ({ name: `docs/clauses/${part.name}.md`, text: page(part) })),
]

if (import.meta.main) {
  rmSync(join(root, 'docs/clauses'), { recursive: true, force: true })
  mkdirSync(join(root, 'docs/clauses'))
  for (const { name, text } of clausePages()) writeFileSync(join(root, name), text)
}
