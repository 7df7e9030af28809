import type { Report } from '../../schemas/messages.ts'

/** What each check of a run came to, by its id: its verdict and what it observed, as text. */
export type Ends = ReadonlyMap<string, string>

/** Returns what each check of a report came to. What is measured, such as seconds, is left out. */
export const endsOf = ({ checks }: Pick<Report, 'checks'>): Ends =>
  new Map(checks.map(({ id, verdict, observations = [] }) => [id, [verdict, ...observations.map(textOf)].join('; ')]))

const textOf = ({ value }: { value: unknown }): string =>
  JSON.stringify(value, (_name, member: unknown) => (typeof member === 'number' ? 'N' : member)).replace(/\d+/g, 'N')

/** A difference between two runs with the same seed; `count`: the seeds at which it shows. */
export type Difference = { check: string; before: string; after: string; count: number }

/** Returns the checks that came to something else, each kind of difference once. */
export const differencesIn = (pairs: readonly { before: Ends; after: Ends }[]): Difference[] => {
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
