import { join } from 'node:path'
import type { Role } from '../../protocol/operations.ts'
import { type RequirementId, requirementIds, requirements } from '../../protocol/requirements/index.ts'
import { renderMatrixHtml } from '../../reports/html/matrix/index.ts'
import { type Entry, renderOverview } from '../../reports/html/overview.ts'
import { matrixOf } from '../../reports/matrix/index.ts'
import type { KnownFailureOutcome, Report, RunVerdict } from '../../schemas/messages.ts'
import { isPartial, selects } from '../checks/selection.ts'
import { makeFolder } from '../machine/make-folder.ts'
import { putInPlace } from '../machine/write-whole.ts'
import { knownOutcomes } from '../report/known-failures.ts'
import type { RunSettings } from '../settings/settings.ts'
import type { PairKind } from './cross-role.ts'

/** One of several runs: its settings, its title, and the folder of its report below the common one. */
export type TargetRun = { title: string; folder: string; settings: RunSettings }

/** A run of one of several targets, its report, and the exit code that it would have alone. */
export type FinishedRun = TargetRun & { report: Report; exitCode: number }

const titles: Readonly<Record<Role, string>> = { gateway: 'Gateway', merchant: 'Merchant', kyc: 'KYC provider' }

/**
 * Returns the title and the folder of the n-th target of a role, from 1. The first has only the name of the role, so that names do not
 * change when more targets are given.
 */
export const namesOf = (role: Role, position: number): Pick<TargetRun, 'title' | 'folder'> =>
  position === 1
    ? { title: titles[role], folder: role }
    : { title: `${titles[role]} ${position}`, folder: `${role}-${position}` }

/** A gateway and a partner that are certified together, each after its own run; positions count from 1, by role. */
export type PairRun = {
  kind: PairKind
  title: string
  folder: string
  gateway: TargetRun
  partner: TargetRun
}

const isOfRole =
  (role: Role) =>
  ({ settings }: TargetRun): boolean =>
    settings.target?.role === role

/** Returns each gateway with each merchant and each KYC provider. */
export const pairsOf = (parts: readonly TargetRun[]): PairRun[] => {
  const gateways = parts.filter(isOfRole('gateway'))
  return (['merchant', 'kyc'] as const).flatMap(kind =>
    gateways.flatMap((gateway, at) =>
      parts.filter(isOfRole(kind)).map((partner, other) => {
        const first = kind === 'merchant' ? 'together' : 'together-kyc'
        const isFirst = at === 0 && other === 0
        return {
          kind,
          title: `${gateway.title} and ${partner.title.replace(/^M/, 'm')} together`,
          folder: isFirst ? first : `${first}-${at + 1}-${other + 1}`,
          gateway,
          partner,
        }
      }),
    ),
  )
}

/** Returns whether both of a pair declare that they work together: a gateway lists the KYC providers that it accepts. */
export const isDeclared = ({ kind }: Pick<PairRun, 'kind'>, gateway: Report, partner: Report): boolean => {
  if (kind === 'merchant') return true
  const { ocid, declared } = partner.target
  const isAccepted = ocid !== undefined && gateway.target.declared?.kyc?.includes(ocid) === true
  return isAccepted && declared?.capabilities?.includes('kyc.grant') === true
}

/**
 * Returns the runs of the bundled reference: every role with selected checks, and the KYC provider also in production.
 */
export const referenceParts = async (settings: RunSettings): Promise<TargetRun[]> => {
  const isSelected = await selectedRoles(settings)
  return everyRun(settings).filter(run => isSelected(run.settings.reference ?? 'gateway'))
}

/** Returns for each role whether any of its checks is selected; loads the suites only if the register does not tell. */
const selectedRoles = async (settings: RunSettings): Promise<(role: Role) => boolean> => {
  const { only, skip, shard } = settings
  if (!isPartial(settings)) return () => true
  const named = only.map(id => requirementIds.find(known => known === id))
  if (named.length > 0 && skip.length === 0 && shard === undefined && named.every(isObservedAtOneRole)) {
    const own = new Set(named.flatMap(id => (id === undefined ? [] : requirements[id].roles)))
    return role => own.has(role)
  }
  const { catalogOf } = await import('../../suites/catalog.ts')
  return role => catalogOf(role).some(check => selects(settings, check))
}

const isObservedAtOneRole = (id: RequirementId | undefined): boolean =>
  id !== undefined && requirements[id].roles.length === 1 && requirements[id].notObservable === undefined

const everyRun = (settings: RunSettings): TargetRun[] => {
  const run = (title: string, folder: string, changes: Partial<RunSettings>): TargetRun => ({
    title,
    folder,
    settings: { ...settings, ...changes, reportDir: join(settings.reportDir, folder) },
  })
  return [
    run('Gateway', 'gateway', { reference: 'gateway' }),
    run('Merchant', 'merchant', { reference: 'merchant' }),
    run('KYC provider', 'kyc', { reference: 'kyc', environment: 'test' }),
    run('KYC provider in production', 'kyc-production', { reference: 'kyc', environment: 'production' }),
  ]
}

/** The page that compares the targets of a run. */
const matrixFile = 'matrix.html'

/** The page that links them. */
const overviewFile = 'index.html'

/** Writes index.html, which links to the reports and, if there are pairs, to a matrix beside it. Returns its path. */
export const writeOverview = async (folder: string, done: readonly FinishedRun[]): Promise<string> => {
  await makeFolder(folder)
  const hasMatrix = done.some(({ report }) => report.partner !== undefined)
  if (hasMatrix) {
    const sources = done.map(run => ({ file: `${run.folder}/report.json`, report: run.report }))
    await putInPlace(join(folder, matrixFile), [renderMatrixHtml(matrixOf(sources))])
  }
  const entries = done.map(({ title, folder, report }): Entry => ({ title, page: `${folder}/report.html`, report }))
  const path = join(folder, overviewFile)
  await putInPlace(path, [renderOverview(entries, hasMatrix ? matrixFile : undefined)])
  return path
}

/** Returns the most severe exit code; a failed clause outranks an incomplete run. */
export const exitCodeOfAll = (codes: readonly number[]): number => [4, 2, 1, 3].find(code => codes.includes(code)) ?? 0

/** Returns the state of each known failure over all targets: an entry that fails at any of them must stay. */
export const knownOutcomesOfAll = (done: readonly FinishedRun[]): KnownFailureOutcome[] => {
  const entries = done.flatMap(({ settings }) => settings.knownFailures ?? [])
  const distinct = new Map(entries.map(entry => [`${entry.at} ${entry.id}`, entry]))
  return knownOutcomes(
    [...distinct.values()],
    done.flatMap(({ report }) => report.checks),
  )
}

/** Returns the most severe verdict of several targets. */
export const verdictOfAll = (verdicts: readonly RunVerdict[]): RunVerdict =>
  (['non-conformant', 'incomplete', 'partial'] as const).find(verdict => verdicts.includes(verdict)) ?? 'conformant'
