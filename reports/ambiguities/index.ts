import type { Json } from '../../protocol/json/json.ts'
import {
  type OpenRequirementId,
  registerVersion,
  requirementIds,
  requirements,
} from '../../protocol/requirements/index.ts'
import { isOpenRequirementId, type Unit, vocabulary } from '../../protocol/requirements/vocabulary/index.ts'
import type { Verdict } from '../queries.ts'
import { type Incompatibility, incompatibilities } from './interoperation.ts'
import { type Implementation, type Reading, type Source, type Subject, subjectsIn } from './subjects.ts'

export type { Incompatibility } from './interoperation.ts'
export type { Implementation, Source } from './subjects.ts'

/** An implementation that made a choice; `operations` if it chose differently at others. */
export type ChosenBy = { implementation: number; operations?: string[] }

/** A value of the vocabulary, and the implementations that chose it. */
export type Choice = { value: Json; by: ChosenBy[] }

/** The choices at one observable of an open clause; `differs`: there is more than one. */
export type Chosen = { observable: string; unit?: Unit; differs: boolean; choices: Choice[] }

/** `alike`: several implementations chose the same; `single`: only one was observed. */
export type Agreement = 'differ' | 'alike' | 'single' | 'unobserved'

/** An open clause: the choices made, the implementations without an observation and why, and a sentence that would settle it. */
export type Ambiguity = {
  clause: OpenRequirementId
  part: string
  text: string
  agreement: Agreement
  observed: Chosen[]
  unobserved: { implementation: number; verdict: Verdict }[]
  proposal: string
}

/** The comparison of several reports, for the authors of the protocol document. */
export type Ambiguities = {
  version: 1
  register: string
  implementations: Implementation[]
  incompatibilities: Incompatibility[]
  ambiguities: Ambiguity[]
}

/** Compares reports: the choices at each open clause, and the conformant implementations that cannot work together. Pure. */
export const ambiguitiesOf = (sources: readonly Source[]): Ambiguities => ambiguitiesAmong(subjectsIn(sources))

/** Like `ambiguitiesOf`, of implementations whose reports were read. */
export const ambiguitiesAmong = (subjects: readonly Subject[]): Ambiguities => {
  return {
    version: 1,
    register: registerVersion,
    implementations: subjects.map(({ implementation }) => implementation),
    incompatibilities: incompatibilities(subjects),
    ambiguities: requirementIds.filter(isOpenRequirementId).map(clause => ambiguityOf(clause, subjects)),
  }
}

const ambiguityOf = (clause: OpenRequirementId, subjects: readonly Subject[]): Ambiguity => {
  const { part, text } = requirements[clause]
  const observed = Object.keys(vocabulary[clause].observables).flatMap(name => chosenOf(clause, name, subjects))
  return {
    clause,
    part,
    text,
    agreement: agreementOf(observed),
    observed,
    unobserved: subjects.flatMap(subject => unobservedOf(clause, subject)),
    proposal: vocabulary[clause].proposal,
  }
}

const agreementOf = (observed: readonly Chosen[]): Agreement => {
  if (observed.length === 0) return 'unobserved'
  if (observed.some(({ differs }) => differs)) return 'differ'
  return observed.some(({ choices }) => implementationsIn(choices) > 1) ? 'alike' : 'single'
}

const implementationsIn = (choices: readonly Choice[]): number =>
  new Set(choices.flatMap(({ by }) => by.map(({ implementation }) => implementation))).size

const chosenOf = (clause: OpenRequirementId, name: string, subjects: readonly Subject[]): Chosen[] => {
  const observable = vocabulary[clause].observables[name]
  const choices = new Map<string, Choice>()
  for (const subject of subjects) {
    const seen = subject.seen.filter(reading => reading.clause === clause && reading.name === name)
    for (const [key, some] of Map.groupBy(seen, ({ value }) => JSON.stringify(value))) {
      const choice = choices.get(key) ?? { value: JSON.parse(key) as Json, by: [] }
      choice.by.push(chosenBy(subject, some, seen))
      choices.set(key, choice)
    }
  }
  if (choices.size === 0) return []
  const unit = observable?.unit === undefined ? {} : { unit: observable.unit }
  const found = [...choices.values()]
  return [{ observable: name, ...unit, differs: hasDifference(found, observable?.within ?? 0), choices: found }]
}

/** Returns whether the values differ; numbers at most `within` apart count as equal. */
const hasDifference = (choices: readonly Choice[], within: number): boolean => {
  const numbers = choices.map(({ value }) => value).filter(value => typeof value === 'number')
  if (numbers.length === 0 || numbers.length < choices.length) return choices.length > 1
  return Math.max(...numbers) - Math.min(...numbers) > within
}

const chosenBy = ({ implementation }: Subject, some: readonly Reading[], all: readonly Reading[]): ChosenBy => {
  const operations = [...new Set(some.flatMap(({ operation }) => operation ?? []))].sort()
  const isWhole = some.length === all.length || operations.length === 0
  return { implementation: implementation.number, ...(isWhole ? {} : { operations }) }
}

const unobservedOf = (
  clause: OpenRequirementId,
  { implementation, report, seen }: Subject,
): Ambiguity['unobserved'] => {
  if (!requirements[clause].roles.includes(implementation.role) || seen.some(reading => reading.clause === clause))
    return []
  const outcome = report.clauses.find(({ id }) => id === clause)
  return [{ implementation: implementation.number, verdict: outcome?.verdict ?? 'not-selected' }]
}
