import { roles } from '../protocol/operations.ts'
import { type Certified, certifyReference } from './certify.ts'

/**
 * Certifies the reference of a role with many seeds and prints where a verdict differs from the first run:
 * `node selftest/seeds.ts [50] [gateway|merchant|kyc]`. Exits 1 if one does, or if a run is not conformant.
 */
const runs = Number(process.argv[2] ?? 50)
const role = roles.find(known => known === process.argv[3]) ?? 'gateway'

const verdictsOf = ({ report }: Certified) => JSON.stringify({ clauses: report.clauses, counts: report.counts })

const differences = (first: Certified, certified: Certified): string =>
  first.report.clauses
    .flatMap((clause, at) => {
      const other = certified.report.clauses[at]
      return JSON.stringify(clause) === JSON.stringify(other)
        ? []
        : [`${clause.id} was ${clause.verdict}, is ${other?.verdict} ${other?.reason ?? ''}`]
    })
    .join('; ')

let first: Certified | undefined
let failures = 0
for (let seed = 1; seed <= runs; seed++) {
  const certified = await certifyReference({}, { seed, depth: 'standard' }, role)
  first ??= certified
  const isSame = verdictsOf(certified) === verdictsOf(first) && certified.exitCode === 0
  if (!isSame) failures += 1
  const { seconds, requests } = certified.report.run
  const line = `seed ${seed}: ${certified.report.verdict}, ${requests} requests, ${seconds} s`
  console.log(isSame ? line : `${line}; ${differences(first, certified)}`)
}
console.log(`${runs - failures} passed, ${failures} failed`)
process.exit(failures === 0 ? 0 : 1)
