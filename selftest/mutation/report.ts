import { type RequirementId, requirements } from '../../protocol/requirements/index.ts'
import { reasons } from './survivors/index.ts'
import type { Reason } from './survivors/reason.ts'

/** A mutant in the report of StrykerJS (`MutantResult` in its schema); lines and columns count from 1. */
export type Mutant = {
  mutatorName: string
  replacement?: string
  status: string
  statusReason?: string
  location: Record<'start' | 'end', { line: number; column: number }>
}
export type MutationReport = { files: Record<string, { source: string; mutants: readonly Mutant[] }> }

/** A mutant that was not noticed; `line` is the source line where it begins. */
export type Survivor = {
  file: string
  at: number
  line: string
  original: string
  replacement: string
  reason?: Reason
}

const isUndetected = ({ status }: Mutant): boolean => status === 'Survived' || status === 'NoCoverage'
const isDetected = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'

/** Returns whether a mutant was tried, and not ignored. */
export const isTried = (mutant: Mutant): boolean => isDetected(mutant) || isUndetected(mutant)

/** Returns the mutants of all files. */
export const mutantsIn = ({ files }: MutationReport): Mutant[] => Object.values(files).flatMap(({ mutants }) => mutants)

const onOneLine = (text: string): string => text.replace(/\s+/g, ' ').trim()

const originalOf = (source: string, { location: { start, end } }: Mutant): string => {
  const lines = source.split('\n').slice(start.line - 1, end.line)
  const last = lines.length - 1
  return lines
    .map((line, at) => line.slice(at === 0 ? start.column - 1 : 0, at === last ? end.column - 1 : undefined))
    .join(' ')
}

const isExplainedBy = ({ file, line, replacement }: Survivor, reason: Reason): boolean =>
  reason.file === file &&
  reason.at.some(text => line.includes(text)) &&
  (reason.only?.some(text => replacement.includes(text)) ?? true)

/** Returns the survivors in the order of the files, with their reasons, if any. */
export const survivorsOf = ({ files }: MutationReport, known: readonly Reason[] = reasons): Survivor[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) =>
    mutants.filter(isUndetected).map(mutant => {
      const { line: at } = mutant.location.start
      const line = (source.split('\n')[at - 1] ?? '').trim()
      const original = onOneLine(originalOf(source, mutant))
      const survivor = { file, at, line, original, replacement: onOneLine(mutant.replacement ?? '') }
      const reason = known.find(candidate => isExplainedBy(survivor, candidate))
      return reason === undefined ? survivor : { ...survivor, reason }
    }),
  )

/** Returns the percentage of tried mutants that were noticed; 100 if none was tried. */
export const scoreOf = (mutants: readonly Mutant[]): number => {
  const tried = mutants.filter(isTried).length
  return tried === 0 ? 100 : (100 * mutants.filter(isDetected).length) / tried
}

/** Returns the check whose observation was all that noticed a mutant: it makes a different choice. */
const observingCheck = ({ status, statusReason }: Mutant): string | undefined =>
  status === 'Killed' ? / observes .*, not /.exec(statusReason ?? '')?.input.split(' observes ')[0] : undefined

/** Returns the score without mutants noticed only by an observation. */
export const scoreByVerdicts = (mutants: readonly Mutant[]): number =>
  scoreOf(mutants.map(mutant => (observingCheck(mutant) === undefined ? mutant : { ...mutant, status: 'Survived' })))

/** The clauses of each check. */
export type ClausesOf = ReadonlyMap<string, readonly RequirementId[]>

/** Returns the number of mutants noticed only by an observation, by observed clause. */
export const observedOnly = (mutants: readonly Mutant[], clausesOf: ClausesOf): Map<RequirementId, number> => {
  const clauses = mutants.flatMap(mutant => clausesOf.get(observingCheck(mutant) ?? '')?.[0] ?? [])
  return new Map([...Map.groupBy(clauses, clause => clause)].map(([clause, { length }]) => [clause, length]))
}

/** Returns the score by verdicts where the document decides: without different choices at open clauses. */
export const scoreWhereDecided = (mutants: readonly Mutant[], clausesOf: ClausesOf): number => {
  const isAtOpen = (mutant: Mutant): boolean =>
    clausesOf.get(observingCheck(mutant) ?? '')?.every(clause => requirements[clause].level === 'open') ?? false
  return scoreByVerdicts(mutants.filter(mutant => !isAtOpen(mutant)))
}
