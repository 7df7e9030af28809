/** A generated value that failed a property, with everything needed to retry it. */
export type Counterexample = {
  seed: number
  /** fast-check's path to the shrunk value. */
  path: string
  value: unknown
  /** The steps of the value, in words, if the property describes them. */
  steps?: string[]
  /** Ids of the exchanges of its failure. */
  exchanges?: string[]
  /** Number of cases that passed before it. */
  runs: number
  /** Number of shrinking steps. */
  shrinks: number
}
