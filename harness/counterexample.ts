/** A generated value for which a property failed, with all that is needed to try it again. */
export type Counterexample = {
  seed: number
  /** fast-check's path to the shrunk value. */
  path: string
  value: unknown
  /** The steps that the value causes, in words, if the property describes them. */
  steps?: string[]
  /** Ids of the exchanges in which it failed. */
  exchanges?: string[]
  /** Cases that passed before it. */
  runs: number
  /** Steps of shrinking. */
  shrinks: number
}
