import type { AnyMutant } from '../../../implementations/mutants/index.ts'
import { type FaultKind, faultKinds } from '../../../implementations/mutants/mutant.ts'
import { type Role, roles } from '../../../protocol/operations.ts'
import { jobsOf, nameOf, plantedOf } from '../../seeds/jobs.ts'
import { isProven } from '../../seeds/run-job.ts'
import type { Result } from './batch.ts'

type Results = ReadonlyMap<string, Result>
type Fault = { role: Role; mutant: AnyMutant; results: Result[]; seeds: number }

/** The share of seeds that must find a fault. */
const enough = 0.9

const faultsOf = (kind: FaultKind, results: Results): Fault[] =>
  roles.flatMap(role =>
    plantedOf(role)
      .filter(mutant => mutant.kind === kind)
      .map(mutant => {
        const jobs = jobsOf({ task: 'fault', roles: [role] }).filter(({ name }) => name === mutant.name)
        return { role, mutant, results: jobs.flatMap(job => results.get(nameOf(job)) ?? []), seeds: jobs.length }
      }),
  )

const foundOf = ({ results }: Fault): Result[] => results.filter(({ trial }) => trial?.check !== undefined)

const isComplete = ({ results, seeds }: Fault): boolean => results.length === seeds

const isFound = (fault: Fault): boolean => isComplete(fault) && foundOf(fault).length >= enough * fault.seeds

/** Escapes invisible characters, and the bars and backticks that a table cell cannot hold. */
const code = (text: string): string => {
  const visible = text.replaceAll(
    /[^\x20-\x7e]|[|`]/gu,
    character => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`,
  )
  return `\`${visible.length > 160 ? `${visible.slice(0, 160)}…` : visible}\``
}

/** Returns the shrunk case of a trial: its steps or its value; empty if the check draws no values. */
const caseOf = ({ trial }: Result): string[] => {
  if (trial?.steps) return [trial.steps.join('; ').replaceAll(/[\s|`<>]+/g, ' ')]
  return trial?.value === undefined ? [] : [code(trial.value)]
}

const smallestOf = (found: readonly Result[]): string => {
  const cases = found.flatMap(caseOf)
  const [smallest] = cases.toSorted((a, b) => a.length - b.length)
  if (smallest === undefined) return ''
  return `${smallest} (${cases.filter(other => other === smallest).length} of ${cases.length})`
}

const countOf = (texts: readonly string[]): string =>
  [...Map.groupBy(texts, text => text)].map(([text, { length }]) => `${length} ${text}`).join(', ')

const rowOf = (fault: Fault): string => {
  const { role, mutant, results, seeds } = fault
  const found = foundOf(fault)
  const missing = seeds - results.length
  const checks = [...new Set(found.map(({ trial }) => `\`${trial?.check}\` (${trial?.checkKind})`))].join(', ')
  const replays = found.flatMap(({ trial }) => [...(trial?.replays ?? []), trial?.afterwards ?? 'DIFFERENT'])
  const shown = `${found.length}/${results.length}${missing > 0 ? `, ${missing} not run` : ''}`
  return `| ${[role, mutant.breaks, mutant.name, shown, checks, smallestOf(found), countOf(replays)].join(' | ')} |`
}

const summaryRow = (kind: FaultKind, results: Results): string => {
  const faults = faultsOf(kind, results)
  const replayed = faults.filter(
    fault => isFound(fault) && foundOf(fault).every(({ trial }) => trial && isProven(trial)),
  )
  return `| ${[kind, faults.length, faults.filter(isComplete).length, faults.filter(isFound).length, replayed.length].join(' | ')} |`
}

/** Returns a table of the kinds, and one of the faults for each kind. */
export const faultTables = (results: Results): string =>
  [
    '| Kind | Faults | Tried with ten seeds | Found with at least nine | And every replay as required |',
    '| --- | --- | --- | --- | --- |',
    ...faultKinds.map(kind => summaryRow(kind, results)),
    ...faultKinds.flatMap(kind => [
      `\n### ${kind}\n`,
      '| Role | Clause | Fault | Found | By | Smallest case | Replays |',
      '| --- | --- | --- | --- | --- | --- | --- |',
      ...faultsOf(kind, results).map(rowOf),
    ]),
  ].join('\n')
