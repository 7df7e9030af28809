import type { Report } from '../../schemas/messages.ts'

/** The outcome of each check of a run by id: its verdict and observations, as text. */
export type Outcomes = ReadonlyMap<string, string>

/** Returns the outcome of each check of a report, without measured values such as seconds. */
export const outcomesIn = ({ checks }: Pick<Report, 'checks'>): Outcomes =>
  new Map(checks.map(({ id, verdict, observations = [] }) => [id, [verdict, ...observations.map(textOf)].join('; ')]))

const textOf = ({ value }: { value: unknown }): string =>
  JSON.stringify(value, (_name, member: unknown) => (typeof member === 'number' ? 'N' : member)).replace(/\d+/g, 'N')

/** A difference between two runs with the same seed; `count`: the number of seeds that show it. */
export type Difference = { check: string; before: string; after: string; count: number }

/** Returns the checks whose outcomes differ, each kind of difference once. */
export const differencesIn = (pairs: readonly { before: Outcomes; after: Outcomes }[]): Difference[] => {
  const found = new Map<string, Difference>()
  for (const { before, after } of pairs)
    for (const check of new Set([...before.keys(), ...after.keys()])) {
      const [was = 'no check', is = 'no check'] = [before.get(check), after.get(check)]
      if (was === is) continue
      const key = [check, was, is].join('\n')
      const difference = found.get(key) ?? { check, before: was, after: is, count: 0 }
      difference.count += 1
      found.set(key, difference)
    }
  return [...found.values()].toSorted((a, b) => (a.check < b.check ? -1 : 1))
}
