import { dialectChoices } from '../ambiguities/interoperation.ts'
import type { Subject } from '../ambiguities/subjects.ts'

/** A choice of how messages are signed, and who made it; `unread`: implementations whose profile cannot be read. */
export type DialectRow = {
  clause: keyof typeof dialectChoices
  choices: { value: string; implementations: number[] }[]
  unread: number[]
}

/** Lists how the implementations sign. */
export const dialectRows = (subjects: readonly Subject[]): DialectRow[] =>
  (Object.keys(dialectChoices) as (keyof typeof dialectChoices)[]).map(clause => {
    const groups = Map.groupBy(subjects, ({ dialect }) => (dialect ? dialectChoices[clause].value(dialect) : undefined))
    const found = [...groups].map(([value, own]) => ({
      value,
      implementations: own.map(({ implementation }) => implementation.number),
    }))
    return {
      clause,
      choices: found.flatMap(({ value, ...rest }) => (value === undefined ? [] : [{ value, ...rest }])),
      unread: found.flatMap(({ value, implementations }) => (value === undefined ? implementations : [])),
    }
  })
