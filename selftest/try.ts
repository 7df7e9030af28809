import { resolve } from 'node:path'
import { roles } from '../protocol/operations.ts'
import type { CommonPolicies } from '../reference/every-role/policies.ts'
import { certifyImplementation, clausesThat } from './certify.ts'
import type { Implementation } from './implementation.ts'
import type { Mutant } from './mutants/mutant.ts'

/**
 * Certifies the implementations of a file and tells what each of them breaks, and which checks say so:
 * `node selftest/try.ts gateway selftest/mutants/gateway/checkout.ts [part of a name or clause] [seed]`.
 */
const [role = 'gateway', file = '', part = '', seed = '1'] = process.argv.slice(2)

type Tried = Implementation<CommonPolicies> & Partial<Pick<Mutant<CommonPolicies>, 'breaks' | 'alsoBreaks'>>

const exported: Record<string, unknown> = await import(resolve(file))
const implementations = Object.values(exported)
  .filter(Array.isArray)
  .flat()
  .filter((one: Tried) => `${one.breaks} ${one.name}`.includes(part)) as Tried[]

const attempt = async (one: Tried): Promise<string> => {
  const as = roles.find(each => each === role) ?? 'gateway'
  const certified = await certifyImplementation(as, one, { seed: Number(seed) })
  const broken = clausesThat(certified, 'fail', 'warn')
  const stray = broken.filter(id => id !== one.breaks && !one.alsoBreaks?.includes(id))
  const blocked = clausesThat(certified, 'blocked')
  const isMissed = one.breaks !== undefined && !broken.includes(one.breaks)
  // Of a conformant one nothing may be blocked either.
  const isStuck = one.breaks === undefined && (blocked.length > 0 || certified.exitCode !== 0)
  const told = isStuck ? ['fail', 'warn', 'blocked'] : ['fail', 'warn']
  const checks = certified.report.checks.filter(({ verdict }) => told.includes(verdict))
  return [
    `${isMissed || isStuck || stray.length > 0 ? 'WRONG' : 'right'}  ${one.breaks ?? ''} ${one.name}`,
    ...(isMissed ? [`       not found by a check of ${one.breaks}`] : []),
    ...(stray.length > 0 ? [`       breaks besides: ${stray.join(', ')}`] : []),
    ...(one.alsoBreaks?.some(id => !broken.includes(id))
      ? [`       does not fall: ${one.alsoBreaks.filter(id => !broken.includes(id)).join(', ')}`]
      : []),
    ...(blocked.length > 0 ? [`       blocked: ${blocked.join(', ')}`] : []),
    ...(one.breaks === undefined
      ? [`       does not apply: ${clausesThat(certified, 'not-applicable').join(', ') || 'nothing'}`]
      : []),
    ...checks.map(({ id, message, reason }) => `       by ${id}: ${(message ?? reason)?.slice(0, 160)}`),
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
