/** Runs `work`, which repeats something `times` times, and returns the rate per second. */
export const perSecond = async (times: number, work: () => unknown): Promise<number> => {
  const began = performance.now()
  await work()
  return (times * 1_000) / (performance.now() - began)
}

/** Returns the median; of an even number of values, the upper middle one. */
export const median = (values: readonly number[]): number =>
  [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** Interleaves measurements and returns their medians, so that a slow machine slows all of them. The first round is a warm-up. */
export const interleaved = async <Name extends string>(
  rounds: number,
  measurements: Record<Name, () => Promise<number>>,
): Promise<Record<Name, number>> => {
  const names = Object.keys(measurements) as Name[]
  const values = Object.fromEntries(names.map(name => [name, [] as number[]])) as Record<Name, number[]>
  for (let round = 0; round <= rounds; round++) {
    for (const name of names) {
      const value = await measurements[name]()
      if (round > 0) values[name].push(value)
    }
  }
  return Object.fromEntries(names.map(name => [name, median(values[name])])) as Record<Name, number>
}

/** Calls `work` `count` times, at most `concurrency` at the same time. */
export const times = async (count: number, concurrency: number, work: () => Promise<unknown>): Promise<void> => {
  let left = count
  const lane = async () => {
    while (left-- > 0) await work()
  }
  await Promise.all(Array.from({ length: concurrency }, lane))
}

/** Returns the peak memory of this process, in MB. */
export const peakMegabytes = (): number => process.resourceUsage().maxRSS / 1_024

const figureText = (value: number) => value.toLocaleString('en', { maximumFractionDigits: value < 10 ? 2 : 0 })

/** Prints names and figures in two columns. */
export const print = (lines: readonly (readonly [name: string, value: number | string, note?: string])[]): void => {
  const width = Math.max(...lines.map(([name]) => name.length))
  for (const [name, value, note = ''] of lines) {
    const figure = typeof value === 'number' ? figureText(value) : value
    console.log(`${name.padEnd(width)}  ${figure.padStart(10)}  ${note}`.trimEnd())
  }
}
