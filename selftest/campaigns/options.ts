/** Reads one of the known values. Throws with what may be given. */
export const oneOf = <Value extends string>(known: readonly Value[], given: string, option: string): Value => {
  const found = known.find(value => value === given)
  if (found === undefined) throw new Error(`--${option} ${given}: give one of ${known.join(', ')}`)
  return found
}

/** Reads a number from 1 to 9,999. Throws with what may be given. */
export const countOf = (given: string, option: string): number => {
  if (!/^[1-9]\d{0,3}$/.test(given)) throw new Error(`--${option} ${given}: give a number from 1`)
  return Number(given)
}

/** What every script over a batch takes, beside what selects its jobs. */
export const commonOptions = {
  jobs: { type: 'string', default: '1' },
  fresh: { type: 'boolean', default: false },
  results: { type: 'string' },
  'any-sources': { type: 'boolean', default: false },
  document: { type: 'boolean', default: false },
} as const

/** Returns the lines of a usage for the common options; `script`: its name in npm, `document`: what it writes of the results. */
export const commonUsage = (script: string, document: string): string =>
  `  --jobs N           so many processes at the same time, where runs may share the machine (1)
  --fresh            do again what is done
  --results FILE     where results are kept (selftest/results/${script}.ndjson)
  --any-sources      take what other sources showed as done, too, and not only what these did
  --document         run nothing: write ${document} from the results, and
                     the figure of docs/proof.md if no run is missing`

export type CommonOptions = {
  lanes: number
  isFresh: boolean
  results?: string
  isOfAnySources: boolean
  isDocument: boolean
}

/** Reads the common options. Throws with the remedy if it cannot. */
export const readCommon = (values: {
  jobs: string
  fresh: boolean
  results?: string | undefined
  'any-sources': boolean
  document: boolean
}): CommonOptions => ({
  ...(values.results ? { results: values.results } : {}),
  lanes: countOf(values.jobs, 'jobs'),
  isFresh: values.fresh,
  isOfAnySources: values['any-sources'],
  isDocument: values.document,
})
