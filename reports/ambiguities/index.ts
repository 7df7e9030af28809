import type { Json } from '../../protocol/json.ts'
import {
  type OpenRequirementId,
  registerVersion,
  requirementIds,
  requirements,
} from '../../protocol/requirements/index.ts'
import { isOpenRequirementId, type Unit, vocabulary } from '../../protocol/requirements/vocabulary/index.ts'
import type { Verdict } from '../queries.ts'
import { type Incompatibility, incompatibilities } from './interoperation.ts'
import { type Implementation, type Party, partyOf, type Seen, type Source } from './parties.ts'

export type { Incompatibility } from './interoperation.ts'
export type { Implementation, Source } from './parties.ts'

/** Who made a choice; `operations` where the same implementation chose otherwise at others. */
export type ChosenBy = { implementation: number; operations?: string[] }

/** A value of the vocabulary, and who chose it. */
export type Choice = { value: Json; by: ChosenBy[] }

/** One thing that an open clause leaves to implementations; `differs`: more than one choice was made of it. */
export type Chosen = { observable: string; unit?: Unit; differs: boolean; choices: Choice[] }

/** alike: several were seen to choose the same; single: only one was seen at all. */
export type Agreement = 'differ' | 'alike' | 'single' | 'unobserved'

/** An open clause: what was chosen there, whom it was not seen of and why, and what would settle it. */
export type Ambiguity = {
  clause: OpenRequirementId
  part: string
  text: string
  agreement: Agreement
  observed: Chosen[]
  unobserved: { implementation: number; verdict: Verdict }[]
  proposal: string
}

/** What several reports teach the authors of the protocol document. */
export type Ambiguities = {
  version: 1
  register: string
  implementations: Implementation[]
  incompatibilities: Incompatibility[]
  ambiguities: Ambiguity[]
}

/** Reads reports side by side: for each open clause who chose what, and which conformant implementations do not go together. Pure. */
export const ambiguitiesOf = (sources: readonly Source[]): Ambiguities => {
  const parties = sources.map(partyOf)
  return {
    version: 1,
    register: registerVersion,
    implementations: parties.map(({ told }) => told),
    incompatibilities: incompatibilities(parties),
    ambiguities: requirementIds.filter(isOpenRequirementId).map(clause => ambiguityOf(clause, parties)),
  }
}

const ambiguityOf = (clause: OpenRequirementId, parties: readonly Party[]): Ambiguity => {
  const { part, text } = requirements[clause]
  const observed = Object.keys(vocabulary[clause].observables).flatMap(name => chosenOf(clause, name, parties))
  return {
    clause,
    part,
    text,
    agreement: agreementOf(observed),
    observed,
    unobserved: parties.flatMap(party => unobservedOf(clause, party)),
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

const chosenOf = (clause: OpenRequirementId, name: string, parties: readonly Party[]): Chosen[] => {
  const observable = vocabulary[clause].observables[name]
  const choices = new Map<string, Choice>()
  for (const party of parties) {
    const seen = party.seen.filter(one => one.clause === clause && one.name === name)
    for (const [key, some] of Map.groupBy(seen, ({ value }) => JSON.stringify(value))) {
      const choice = choices.get(key) ?? { value: JSON.parse(key) as Json, by: [] }
      choice.by.push(chosenBy(party, some, seen))
      choices.set(key, choice)
    }
  }
  if (choices.size === 0) return []
  const unit = observable?.unit === undefined ? {} : { unit: observable.unit }
  const found = [...choices.values()]
  return [{ observable: name, ...unit, differs: isSeveral(found, observable?.within ?? 0), choices: found }]
}

/** Whether values are more than one choice; numbers that are no further apart than `within` are one. */
const isSeveral = (choices: readonly Choice[], within: number): boolean => {
  const numbers = choices.map(({ value }) => value).filter(value => typeof value === 'number')
  if (numbers.length === 0 || numbers.length < choices.length) return choices.length > 1
  return Math.max(...numbers) - Math.min(...numbers) > within
}

const chosenBy = ({ told }: Party, some: readonly Seen[], all: readonly Seen[]): ChosenBy => {
  const operations = [...new Set(some.flatMap(({ operation }) => operation ?? []))].sort()
  const isWhole = some.length === all.length || operations.length === 0
  return { implementation: told.number, ...(isWhole ? {} : { operations }) }
}

const unobservedOf = (clause: OpenRequirementId, { told, report, seen }: Party): Ambiguity['unobserved'] => {
  if (!requirements[clause].roles.includes(told.role) || seen.some(one => one.clause === clause)) return []
  const outcome = report.clauses.find(({ id }) => id === clause)
  return [{ implementation: told.number, verdict: outcome?.verdict ?? 'not-selected' }]
}
