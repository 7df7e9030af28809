import { textOf } from '../../protocol/json/any-json.ts'
import type { Json } from '../../protocol/json/json.ts'
import type { Agreement, Choice, Chosen } from './index.ts'

/** The titles of the groups of open clauses. */
export const agreementTitles: Readonly<Record<Agreement, string>> = {
  differ: 'Chosen differently',
  alike: 'Same choice',
  single: 'Seen at one of them only',
  unobserved: 'Not seen at any of them',
}

/** Groups observables by identical choices, differences first. */
export const grouped = (observed: readonly Chosen[]): [string[], Chosen][] => {
  const groups = Map.groupBy(observed, ({ choices, unit, differs }) => JSON.stringify([choices, unit, differs]))
  return [...groups.values()]
    .flatMap((some): [string[], Chosen][] => (some[0] ? [[some.map(one => one.observable), some[0]]] : []))
    .sort(([, a], [, b]) => Number(b.differs) - Number(a.differs))
}

/** Writes a value with its unit. The text is not safe for a terminal or a page. */
export const valueText = ({ value }: Choice, unit: Chosen['unit']): string => {
  if (Array.isArray(value)) return value.map(text).join(', ') || 'none'
  if (typeof value !== 'number' || unit === undefined || unit === 'status') return text(value)
  return `${value} ${value === 1 ? unit.slice(0, -1) : unit}`
}

const text = (value: Json): string => textOf(value).slice(0, 120)
