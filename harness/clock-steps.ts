/** What the responses of a target show of a clock that somebody sets. */
export type ClockSteps = {
  /** Takes by how many milliseconds a response shows the target's clock ahead. Returns the step once enough in a row have shown it. */
  see(aheadMs: number): ClockStep | undefined
  /** Whether the latest responses show a clock that was not seen before: it was set, or another server answers. */
  readonly isOpen: boolean
}

/** By how many milliseconds a clock was set on, and how far it is ahead since, as each response shows it. */
export type ClockStep = { byMs: number; shown: number[] }

/** Milliseconds by which responses that show one clock may differ. */
export const mostApartMs = 3_000

/** Responses that show the usual clock: how many at least, and of how many of the latest ones it is the middle. */
const usualOnes = { fewest: 3, most: 99 }

/** Responses in a row that show another clock, and agree: no single server of several answers so often in turn. */
const inRow = 12

const middleOf = (values: readonly number[]): number =>
  values.toSorted((a, b) => a - b)[Math.floor((values.length - 1) / 2)] ?? 0

const isNear =
  (ms: number) =>
  (other: number): boolean =>
    Math.abs(other - ms) <= mostApartMs

/** Tells a clock that is set from that of one server of several which is off. */
export const watchSteps = (): ClockSteps => {
  let usual: number[] = []
  let row: number[] = []
  /** What responses showed that were followed by usual ones: other servers, whose clocks nobody has set. */
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
