import { UsageError } from '../engine/settings/usage-error.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'
import type { AddCommand } from './command.ts'
import type { Io } from './io.ts'
import type { CheckSummary } from './services.ts'
import { wrapped } from './text.ts'

export const addExplain: AddCommand = (program, io, exit) => {
  program
    .command('explain')
    .description('Explains a clause or a check: what it says, why, how it is checked, how to mend what breaks it.')
    .argument('<id>', 'a clause such as CHECKOUT-04, or the id of a check')
    .action(async (id: string) => {
      io.out(await explanation(id, io))
      exit(0)
    })
}

/** The explanation of a clause or check, wrapped for the terminal. UsageError for an unknown id, with the nearest known one. */
const explanation = async (id: string, io: Pick<Io, 'services' | 'columns'>): Promise<string> => {
  const { isRequirementId } = await import('../protocol/requirements/index.ts')
  const checks = await io.services.checks()
  const clause = id.toUpperCase()
  if (isRequirementId(clause)) return paragraphs(await clauseParts(clause, checks), io.columns)
  const check = checks.find(each => each.id.toLowerCase() === id.toLowerCase())
  return check ? checkText(check, checks, io.columns) : unknown(id, checks)
}

const unknown = async (id: string, checks: readonly CheckSummary[]): Promise<never> => {
  const [{ requirementIds }, { suggestion }, { quoted }] = await Promise.all([
    import('../protocol/requirements/index.ts'),
    import('../engine/settings/suggestion.ts'),
    import('../engine/settings/readers.ts'),
  ])
  const known = [...requirementIds, ...checks.map(check => check.id)]
  throw new UsageError(
    `${quoted(id)} is no clause and no check.`,
    suggestion(id, known, 'oc-conformance clauses lists them.'),
  )
}

type Part = { head: string; text: string }

const clauseParts = async (id: RequirementId, checks: readonly CheckSummary[]): Promise<Part[]> => {
  const [{ requirements }, { reasonInside }] = await Promise.all([
    import('../protocol/requirements/index.ts'),
    import('./inside.ts'),
  ])
  const requirement = requirements[id]
  const { level, roles, part, text, why, fix } = requirement
  const deciding = checks.filter(({ clauses }) => clauses.includes(id)).map(check => `${check.id}: ${check.title}`)
  return [
    { head: `${id} (${level}; ${roles.join(', ')}; “${part}”)`, text },
    { head: 'Why it matters', text: why },
    {
      head: 'How it is checked',
      text: deciding.join('\n') || (reasonInside(requirement) ?? 'There is no check yet.'),
    },
    ...(requirement.commonMistake ? [{ head: 'What usually breaks it', text: requirement.commonMistake }] : []),
    { head: level === 'open' ? 'What to decide' : 'How to mend it', text: fix },
  ]
}

const checkText = async (check: CheckSummary, checks: readonly CheckSummary[], columns: number): Promise<string> => {
  const head = {
    head: `${check.id} (${check.roles.join(', ')})`,
    text: `${check.title}. It decides ${check.clauses.join(', ')}.`,
  }
  const clauses = await Promise.all(check.clauses.map(id => clauseParts(id, checks)))
  return [paragraphs([head], columns), ...clauses.map(parts => paragraphs(parts, columns))].join('\n')
}

const paragraphs = (parts: readonly Part[], columns: number): string =>
  parts.map(({ head, text }) => `${wrapped(head, columns)}\n${wrapped(text, columns, 2)}\n`).join('\n')
