import { resolve } from 'node:path'
import { roles } from '../protocol/operations.ts'
import type { CommonPolicies } from '../reference/policies.ts'
import { certifyReference, clausesThat } from './certify.ts'
import { type Implementation, servedAs } from './implementation.ts'
import type { Mutant } from './mutants/mutant.ts'

/**
 * Certifies the implementations of a file and tells what each of them breaks, and which checks say so:
 * `node selftest/try.ts gateway selftest/mutants/gateway/checkout.ts [part of a name or clause] [seed]`.
 */
const [role = 'gateway', file = '', part = '', seed = '1'] = process.argv.slice(2)

type Tried = Implementation<CommonPolicies> & Partial<Pick<Mutant<CommonPolicies>, 'breaks' | 'falls'>>

const exported: Record<string, unknown> = await import(resolve(file))
const implementations = Object.values(exported)
  .filter(Array.isArray)
  .flat()
  .filter((one: Tried) => `${one.breaks} ${one.name}`.includes(part)) as Tried[]

const attempt = async (one: Tried): Promise<string> => {
  const as = roles.find(each => each === role) ?? 'gateway'
  const settings = { seed: Number(seed), ...(one.environment ? { environment: one.environment } : {}) }
  const certified = await certifyReference(servedAs(as, one), settings, as)
  const broken = clausesThat(certified, 'fail', 'warn')
  const stray = broken.filter(id => id !== one.breaks && !one.falls?.includes(id))
  const blocked = clausesThat(certified, 'blocked')
  const isMissed = one.breaks !== undefined && !broken.includes(one.breaks)
  const checks = certified.report.checks.filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
  return [
    `${isMissed || stray.length > 0 ? 'WRONG' : 'right'}  ${one.breaks ?? ''} ${one.name}`,
    ...(isMissed ? [`       not found by a check of ${one.breaks}`] : []),
    ...(stray.length > 0 ? [`       breaks besides: ${stray.join(', ')}`] : []),
    ...(one.falls?.some(id => !broken.includes(id))
      ? [`       does not fall: ${one.falls.filter(id => !broken.includes(id)).join(', ')}`]
      : []),
    ...(blocked.length > 0 ? [`       blocked: ${blocked.join(', ')}`] : []),
    ...checks.map(({ id, message }) => `       by ${id}: ${message?.slice(0, 160)}`),
  ].join('\n')
}

// Most of a run is waiting: a few at once fill it.
const atOnce = 3
const queue = [...implementations]
const next = async (): Promise<void> => {
  for (let one = queue.shift(); one; one = queue.shift()) console.log(await attempt(one))
}
await Promise.all(Array.from({ length: atOnce }, next))
process.exit(0)
