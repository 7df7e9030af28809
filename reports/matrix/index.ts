import { registerVersion } from '../../protocol/requirements/index.ts'
import { type Ambiguities, ambiguitiesAmong, type Implementation, type Source } from '../ambiguities/index.ts'
import { subjectsIn } from '../ambiguities/subjects.ts'
import { type ClauseRow, clauseRows } from './clauses.ts'
import { type DialectRow, dialectRows } from './dialects.ts'
import { type Pair, pairsAmong } from './pairs.ts'

export type { ClauseRow, Kept } from './clauses.ts'
export type { DialectRow } from './dialects.ts'
export type { Pair, Reason, Together } from './pairs.ts'

/** Several implementations side by side. Numbers of implementations count from 1, in the order of the reports. */
export type Matrix = {
  version: 1
  register: string
  implementations: Implementation[]
  pairs: Pair[]
  clauses: ClauseRow[]
  dialects: DialectRow[]
  ambiguities: Ambiguities
}

/** Compares reports: who works with whom, the clauses that each keeps, and the choices of each. Reports about a pair decide whether it works. Pure. */
export const matrixOf = (sources: readonly Source[]): Matrix => {
  const subjects = subjectsIn(sources)
  const tried = sources.map(({ report }) => report).filter(({ partner }) => partner !== undefined)
  return {
    version: 1,
    register: registerVersion,
    implementations: subjects.map(({ implementation }) => implementation),
    pairs: pairsAmong(subjects, tried),
    clauses: clauseRows(subjects),
    dialects: dialectRows(subjects),
    ambiguities: ambiguitiesAmong(subjects),
  }
}
