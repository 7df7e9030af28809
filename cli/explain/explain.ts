import { UsageError } from '../../engine/settings/usage-error.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { AddCommand } from '../command.ts'
import type { Io } from '../io.ts'
import type { CheckSummary } from '../services.ts'
import { asStarted, wrapped } from '../text.ts'

export const addExplain: AddCommand = (program, io, exit) => {
  program
    .command('explain')
    .description('Explains a clause or a check: what it says, why it matters, how it is checked, how to fix it.')
    .argument('<id>', 'a clause such as CHECKOUT-04, the id of a check, or pages')
    .action(async (id: string) => {
      io.out(asStarted(await explanation(id, io), io.command))
      exit(0)
    })
}

/** Returns the explanation of a clause or check, wrapped for the terminal. UsageError for an unknown id, with the nearest known one. */
const explanation = async (id: string, io: Pick<Io, 'services' | 'columns'>): Promise<string> => {
  if (id.toLowerCase() === 'pages') return paragraphs((await import('./explain-pages.ts')).pageParts, io.columns)
  const { isRequirementId } = await import('../../protocol/requirements/index.ts')
  const checks = await io.services.checks()
  const clause = id.toUpperCase()
  if (isRequirementId(clause)) return paragraphs(await clauseParts(clause, checks), io.columns)
  const check = checks.find(candidate => candidate.id.toLowerCase() === id.toLowerCase())
  return check ? checkText(check, checks, io.columns) : unknown(id, checks)
}

const unknown = async (id: string, checks: readonly CheckSummary[]): Promise<never> => {
  const [{ requirementIds }, { suggestion }, { quoted }] = await Promise.all([
    import('../../protocol/requirements/index.ts'),
    import('../../engine/settings/options/suggestion.ts'),
    import('../../engine/settings/options/readers.ts'),
  ])
  const known = ['pages', ...requirementIds, ...checks.map(check => check.id)]
  throw new UsageError(
    `${quoted(id)} is neither a clause nor a check.`,
    suggestion(id, known, 'oc-conformance clauses lists them.'),
  )
}

type Part = { head: string; text: string }

const clauseParts = async (id: RequirementId, checks: readonly CheckSummary[]): Promise<Part[]> => {
  const [{ requirements }, { clauseFiles }, { reasonNotObservable }] = await Promise.all([
    import('../../protocol/requirements/index.ts'),
    import('../../suites/support/clause-files.ts'),
    import('./not-observable.ts'),
  ])
  const requirement = requirements[id]
  const { level, roles, part, text, why, fix } = requirement
  const deciding = checks.filter(({ clauses }) => clauses.includes(id)).map(check => `${check.id}: ${check.title}`)
  return [
    { head: `${id} (${level}; ${roles.join(', ')}; “${part}”)`, text },
    { head: 'Why it matters', text: why },
    {
      head: 'How it is checked',
      text: deciding.join('\n') || (reasonNotObservable(requirement) ?? 'No check yet.'),
    },
    ...(requirement.commonMistake ? [{ head: 'Common mistake', text: requirement.commonMistake }] : []),
    { head: level === 'open' ? 'What to decide' : 'How to fix it', text: fix },
    { head: 'Where', text: whereText(clauseFiles[id]) },
  ]
}

const whereText = ({ suites, reference }: { suites: readonly string[]; reference: readonly string[] }): string =>
  [
    ...suites.map(file => `checked in ${file}`),
    ...reference.map(file => `implemented in ${file}`),
    ...(suites.length + reference.length === 0 ? ['No file checks or implements it.'] : []),
  ].join('\n')

const checkText = async (check: CheckSummary, checks: readonly CheckSummary[], columns: number): Promise<string> => {
  const head = {
    head: `${check.id} (${check.roles.join(', ')})`,
    text: `${check.title}. It tests ${check.clauses.join(', ')}.\nDefined in ${await suiteFileOf(check)}`,
  }
  const clauses = await Promise.all(check.clauses.map(id => clauseParts(id, checks)))
  return [paragraphs([head], columns), ...clauses.map(parts => paragraphs(parts, columns))].join('\n')
}

/** Returns the suite file that all clauses of a check share; several paths if there is no single one. */
const suiteFileOf = async ({ clauses }: CheckSummary): Promise<string> => {
  const { clauseFiles } = await import('../../suites/support/clause-files.ts')
  const [first = [], ...rest] = clauses.map(id => clauseFiles[id].suites)
  return first.filter(file => rest.every(files => files.includes(file))).join(' or ')
}

const paragraphs = (parts: readonly Part[], columns: number): string =>
  parts.map(({ head, text }) => `${wrapped(head, columns)}\n${wrapped(text, columns, 2)}\n`).join('\n')
