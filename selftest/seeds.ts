import { roles } from '../protocol/operations.ts'
import { type Certified, certifyReference } from './certify.ts'

/**
 * Certifies the reference of a role once for each of so many seeds and tells where a verdict differs:
 * `node selftest/seeds.ts [50] [gateway|merchant|kyc]`. Exits 1 when one does, or when a run is not conformant.
 */
const runs = Number(process.argv[2] ?? 50)
const role = roles.find(one => one === process.argv[3]) ?? 'gateway'

const clausesOf = ({ report }: Certified) => JSON.stringify({ clauses: report.clauses, counts: report.counts })

const differences = (a: Certified, b: Certified) =>
  a.report.clauses.flatMap((clause, i) => {
    const other = b.report.clauses[i]
    return JSON.stringify(clause) === JSON.stringify(other)
      ? []
      : [`${clause.id}: ${clause.verdict} / ${other?.verdict} ${other?.reason ?? ''}`]
  })

let first: Certified | undefined
let stray = 0
for (let seed = 1; seed <= runs; seed++) {
  const certified = await certifyReference({}, { seed, depth: 'standard' }, role)
  first ??= certified
  const isSameJson = clausesOf(certified) === clausesOf(first) && certified.exitCode === 0
  if (!isSameJson) stray += 1
  const { seconds, requests } = certified.report.run
  console.log(
    `seed ${seed}: ${certified.report.verdict}, ${requests} requests, ${seconds} s${isSameJson ? '' : ` ${differences(first, certified).join('; ')}`}`,
  )
}
console.log(`${runs - stray} passed, ${stray} failed`)
process.exit(stray === 0 ? 0 : 1)
