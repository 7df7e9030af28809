import { existsSync, globSync, statSync } from 'node:fs'
import { resolve } from 'node:path'
import type { Mutant } from '../implementations/mutants/mutant.ts'
import type { Variant } from '../implementations/variants/variant.ts'
import { type Role, roles } from '../protocol/operations.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'
import type { Report } from '../schemas/messages.ts'
import { certifyImplementation, clausesThat } from './certify.ts'
import { depthFor } from './mutants/depth.ts'

/**
 * Certifies the mutants or variants of a file or folder, and prints whether each of them has the expected verdicts: `node selftest/try.ts
 * gateway implementations/mutants/gateway/checkout [part of a name or clause] [seed]`. SELFTEST_DRIVER=browser uses their pages in a
 * browser.
 */
const [roleName = 'gateway', path = '', part = '', seed = '1'] = process.argv.slice(2)

const driver = process.env.SELFTEST_DRIVER === 'browser' ? 'browser' : 'forms'
const pages = { checkout: { driver }, consent: { driver } } as const

type Candidate = Variant<CommonPolicies> & Partial<Pick<Mutant<CommonPolicies>, 'breaks' | 'alsoBreaks' | 'kind'>>

const loadCandidates = async (): Promise<Candidate[]> => {
  const files = existsSync(path) && statSync(path).isDirectory() ? globSync(`${path}/**/*.ts`).sort() : globSync(path)
  const modules: Record<string, unknown>[] = await Promise.all(files.map(file => import(resolve(file))))
  const lists = new Set(modules.flatMap(module => Object.values(module)).filter(Array.isArray))
  return [...new Set([...lists].flat())].filter((candidate: unknown): candidate is Candidate => isCandidate(candidate))
}

const isCandidate = (value: unknown): boolean =>
  typeof value === 'object' && value !== null && 'name' in value && 'story' in value

const listOf = (label: string, ids: readonly string[]): string[] =>
  ids.length > 0 ? [`       ${label}: ${ids.join(', ')}`] : []

const tryMutant = async (role: Role, mutant: Candidate & { breaks: string }): Promise<string[]> => {
  const { name, breaks, alsoBreaks = [] } = mutant
  const certified = await certifyImplementation(role, mutant, { seed: Number(seed), pages, ...depthFor(mutant) })
  const failed = clausesThat(certified, 'fail', 'warn')
  const unexpected = failed.filter(id => id !== breaks && !alsoBreaks.includes(id))
  const isFound = failed.some(id => id === breaks)
  return [
    `${isFound && unexpected.length === 0 ? 'right' : 'WRONG'}  ${breaks} ${name}`,
    ...listOf('no check fails for', isFound ? [] : [breaks]),
    ...listOf('also fails', unexpected),
    ...listOf(
      'does not fail',
      alsoBreaks.filter(id => !failed.includes(id)),
    ),
    ...listOf('blocked', clausesThat(certified, 'blocked')),
    ...certified.report.checks
      .filter(({ verdict }) => verdict === 'fail' || verdict === 'warn')
      .map(({ id, message, reason }) => `       by ${id}: ${(message ?? reason)?.slice(0, 160)}`),
  ]
}

const tryVariant = async (role: Role, variant: Candidate): Promise<string[]> => {
  const certified = await certifyImplementation(role, variant, { seed: Number(seed), pages })
  const isKnown = ({ verdict, clauses }: Report['checks'][number]) =>
    verdict === 'blocked' && clauses.every(id => Object.hasOwn(variant.blocks ?? {}, id))
  const problems = certified.report.checks.filter(
    check => ['fail', 'warn', 'blocked'].includes(check.verdict) && !isKnown(check),
  )
  return [
    `${problems.length === 0 ? 'right' : 'WRONG'}  ${variant.name}`,
    ...listOf('blocked, as it says', Object.keys(variant.blocks ?? {})),
    ...listOf('not applicable', clausesThat(certified, 'not-applicable')),
    ...problems.map(
      ({ id, verdict, message, reason }) => `       ${verdict} ${id}: ${(message ?? reason)?.slice(0, 160)}`,
    ),
  ]
}

const isMutant = (candidate: Candidate): candidate is Candidate & { breaks: string } & Mutant<CommonPolicies> =>
  candidate.breaks !== undefined

const role = roles.find(known => known === roleName) ?? 'gateway'
const candidates = await loadCandidates()
const queue = candidates.filter(({ name, breaks }) => `${breaks} ${name}`.includes(part))
if (queue.length === 0) {
  console.error(`No mutant or variant of ${path} ${part === '' ? 'was found' : `matches "${part}"`}.`)
  process.exit(2)
}

// A run mostly waits, so a few run at the same time.
const parallel = 3
const runNext = async (): Promise<void> => {
  for (let next = queue.shift(); next; next = queue.shift()) {
    const lines = isMutant(next) ? await tryMutant(role, next) : await tryVariant(role, next)
    console.log(lines.join('\n'))
  }
}
await Promise.all(Array.from({ length: parallel }, runNext))
process.exit(0)
