/** Detects that the target's clock was set, from its responses. */
export type ClockSteps = {
  /** Records the lead of the target's clock in a response. Returns the step once enough responses in a row agree on it. */
  see(aheadMs: number): ClockStep | undefined
  /** Whether the latest responses show an unknown clock: it was set, or another server answers. */
  readonly isOpen: boolean
}

/** By how many milliseconds a clock was set, and its lead in each response since. */
export type ClockStep = { byMs: number; shown: number[] }

/** How many milliseconds the responses of one clock may differ. */
export const mostApartMs = 3_000

/** Numbers of responses that establish the usual clock: the fewest to start with, and the most for the median. */
const usualOnes = { fewest: 3, most: 99 }

/**
 * After this many consecutive agreeing responses, the clock is a different one: one of several servers does not answer this often in a row.
 */
const inRow = 12

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0

const isNear =
  (ms: number) =>
  (other: number): boolean =>
    Math.abs(other - ms) <= mostApartMs

/** Distinguishes a clock that was set from several servers, one of which has a wrong clock. */
export const watchSteps = (): ClockSteps => {
  let usual: number[] = []
  let row: number[] = []
  /** Leads that were followed by usual ones: those of other servers, whose clocks were not set. */
  let others: number[] = []
  return {
    see: aheadMs => {
      const before = middleOf(usual)
      if (usual.length < usualOnes.fewest || isNear(aheadMs)(before)) {
        usual = [...usual, aheadMs].slice(-usualOnes.most)
        others = [...others, ...row].slice(-usualOnes.most)
        row = []
        return undefined
      }
      row = [...row.filter(isNear(aheadMs)), aheadMs]
      if (row.length < inRow) return undefined
      const step = { byMs: middleOf(row) - before, shown: row }
      usual = row
      row = []
      return step
    },
    get isOpen() {
      return row.some(shown => !others.some(isNear(shown)))
    },
  }
}
