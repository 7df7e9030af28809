import { roles } from '../../protocol/operations.ts'
import { certifyUnder } from './certify.ts'
import { conditions } from './conditions.ts'

const [name = '', role = 'gateway', seed = '1', depth = 'standard'] = process.argv.slice(2)
const condition = conditions.find(candidate => candidate.name === name)
const as = roles.find(each => each === role)
if (!condition || !as) throw new Error('a condition and a role')
const began = performance.now()
const { report, exitCode } = await certifyUnder(
  condition,
  as,
  { name: 'the reference', story: '' },
  { seed: Number(seed), depth: depth as 'standard' },
)
console.log(
  name,
  role,
  report.verdict,
  exitCode,
  `${report.run.requests} requests`,
  `${Math.round(performance.now() - began)} ms`,
)
for (const finding of report.preflight ?? [])
  if (!finding.ok) console.log('  preflight', finding.severity, finding.message)
for (const { id, verdict, message, reason } of report.checks)
  if (['fail', 'warn', 'blocked'].includes(verdict))
    console.log(`  ${verdict} ${id}: ${(message ?? reason ?? '').slice(0, 170)}`)
process.exit(0)
