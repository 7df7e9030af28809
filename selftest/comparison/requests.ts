import type { Result } from './batch.ts'

type Range = { least: number; most: number }

const rangeOf = (runs: readonly Result[]): Range | undefined => {
  const all = runs.flatMap(({ counts }) => counts?.requests ?? [])
  return all.length === 0 ? undefined : { least: Math.min(...all), most: Math.max(...all) }
}

/**
 * Returns how much the requests of an implementation differ between runs of one commit, as the largest share from 0 to 1: checks that wait
 * poll.
 */
export const spreadOf = (sides: Iterable<readonly Result[]>): number =>
  Math.max(
    0,
    ...[...sides].map(runs => {
      const { least, most } = rangeOf(runs) ?? { least: 0, most: 0 }
      return most === 0 ? 0 : (most - least) / most
    }),
  )

const textOf = ({ least, most }: Range): string => (least === most ? `${least}` : `${least} to ${most}`)

/** Returns the difference between the requests of two sides, if it exceeds the spread. */
export const requestsBeyond = (spread: number, before: readonly Result[], after: readonly Result[]): string[] => {
  const [a, b] = [rangeOf(before), rangeOf(after)]
  if (a === undefined || b === undefined) return []
  const apart = Math.max(b.least - a.most, a.least - b.most)
  return apart > spread * Math.max(a.most, b.most) ? [`requests: were ${textOf(a)}, are ${textOf(b)}`] : []
}
