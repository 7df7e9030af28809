import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import writeFileAtomic from 'write-file-atomic'

/** Each proven statement: its figure, the command that measures it, and the date of the last measurement. */
export type Claim = { proves: string; command: string; figure: string; date: string }

/** The result of a campaign: its figure in one line, and the last day on which it ran, as 2026-11-28. */
export type Figure = { figure: string; date: string }

/** The claim and the command of each campaign, in the order of docs/proof.md. */
const campaigns = {
  mutants: {
    proves:
      'A check of the clause that it breaks finds each planted fault (mutant), and no unrelated clause fails. No conformant variant fails, warns or is blocked.',
    command: 'npm run selftest:whole',
  },
  faults: {
    proves:
      'Faults that only generated values, series of steps or races find are found with at least nine of ten seeds, and their counterexamples replay.',
    command: 'npm run seeds -- --faults',
  },
  alarms: {
    proves: 'No conformant implementation raises an alarm, with a hundred seeds at quick depth and ten at standard.',
    command: 'npm run seeds -- --alarms',
  },
  mutation: {
    proves:
      'The suites notice small faults that StrykerJS makes in the reference. Each survivor has a reason in `selftest/mutation/survivors/`.',
    command: 'npm run mutation',
  },
  field: {
    proves:
      'Proxies, rate limits, distance and clocks between the harness and its target change no verdict of the reference or of twenty mutants of each role.',
    command: 'npm run field',
  },
  starved: {
    proves:
      'If harness and target run for only 10 ms of every 100, beside 30 busy processes, no clause of the reference fails or warns, and each blocked check says how slow it was.',
    command: "npm run field -- --condition 'no CPU'",
  },
  pages: {
    proves:
      'The `browser` driver finds every fault that the `forms` driver finds on a page, and certifies pages that need a script.',
    command: 'npm run pages',
  },
  'crash-file': {
    proves: 'A sandbox with its state in a file loses no acknowledged change when it is killed under load.',
    command: 'npm run crash',
  },
  'crash-postgres': {
    proves: 'Two processes of a role that share their state in PostgreSQL lose no acknowledged change, either.',
    command: 'npm run crash -- --store postgres',
  },
} as const satisfies Record<string, { proves: string; command: string }>

export type Campaign = keyof typeof campaigns

const names = Object.keys(campaigns) as Campaign[]

const record = fileURLToPath(new URL('proven.json', import.meta.url))

/** The figures of campaigns that have run whole. */
type Figures = Readonly<Partial<Record<Campaign, Figure>>>

const readFigures = (): Figures => JSON.parse(readFileSync(record, 'utf8'))

/** Returns the claim of each campaign that has run whole, with its recorded figure. */
export const claims = (): Claim[] => {
  const figures = readFigures()
  return names.flatMap(name => {
    const figure = figures[name]
    return figure === undefined ? [] : [{ ...campaigns[name], ...figure }]
  })
}

/** Returns the record with the figure of one campaign replaced, in the order of the campaigns. */
export const withFigure = (figures: Figures, campaign: Campaign, { figure, date }: Figure): Figures => {
  const all: Figures = { ...figures, [campaign]: { figure, date } }
  return Object.fromEntries(names.flatMap(name => (all[name] === undefined ? [] : [[name, all[name]]])))
}

/** Records the figure of a campaign, and prints the command that updates docs/proof.md. */
export const recordFigure = (campaign: Campaign, figure: Figure): void => {
  const text = JSON.stringify(withFigure(readFigures(), campaign, figure), null, 2)
  writeFileAtomic.sync(record, `${text}\n`)
  console.log(`${campaign}: ${figure.figure}. Run npm run generate to update docs/proof.md.`)
}

/** Returns the last day of some results. */
export const lastDayOf = (results: readonly { at: string }[]): string =>
  results
    .map(({ at }) => at.slice(0, 10))
    .toSorted()
    .at(-1) ?? ''
