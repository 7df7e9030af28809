import { readFileSync } from 'node:fs'
import { type Role, roles } from '../protocol/operations.ts'
import { type Certified, certifyImplementation, certifyReference } from './certify.ts'
import { mutantsOf } from './mutants/index.ts'
import { variantsOf } from './variants/index.ts'
import { compareLines, parseLines, type VerdictLine, verdictLine } from './verdict-lines.ts'

/**
 * Shows whether a change left every verdict as it was. `node selftest/compare.ts gateway [part of a name]` prints a line of JSON for
 * the reference and for each variant and mutant of the role; `node selftest/compare.ts before.ndjson after.ndjson` prints
 * what differs between two such outputs, and exits 1 if anything does.
 */
const [first = '', second = ''] = process.argv.slice(2)

type Job = { name: string; run: () => Promise<Certified> }

const jobsOf = (role: Role): Job[] => [
  ...(['test', 'production'] as const).flatMap(environment =>
    (['quick', 'standard'] as const).map(depth => ({
      name: `reference ${environment} ${depth}`,
      run: () => certifyReference({}, { environment, depth }, role),
    })),
  ),
  ...variantsOf[role].map(variant => ({
    name: `variant ${variant.name}`,
    run: () => certifyImplementation(role, variant),
  })),
  ...mutantsOf[role].map(mutant => ({
    name: `mutant ${mutant.breaks} ${mutant.name}`,
    run: () => certifyImplementation(role, mutant),
  })),
]

const lineOf = ({ name, run }: Job): Promise<VerdictLine> =>
  run().then(
    certified => verdictLine(name, certified),
    error => ({ name, error: String(error) }),
  )

/** Prints a line for each job; three run at the same time, since most of a run is waiting. */
const printLines = async (jobs: Job[]): Promise<void> => {
  const printNext = async (): Promise<void> => {
    for (let job = jobs.shift(); job; job = jobs.shift()) console.log(JSON.stringify(await lineOf(job)))
  }
  await Promise.all([printNext(), printNext(), printNext()])
}

const printDifferences = (before: string, after: string): boolean => {
  const differences = compareLines(parseLines(readFileSync(before, 'utf8')), parseLines(readFileSync(after, 'utf8')))
  for (const difference of differences) console.log(difference)
  return differences.length > 0
}

const role = roles.find(known => known === first)
if (role !== undefined) await printLines(jobsOf(role).filter(({ name }) => name.includes(second)))
process.exit(role === undefined && printDifferences(first, second) ? 1 : 0)
