import { resolve } from 'node:path'
import { isLoopback } from '../../engine/preflight/target-url.ts'
import { decidedBy } from '../../engine/settings/authority.ts'
import { findConfig } from '../../engine/settings/config/file.ts'
import { quoted, readOption, seed } from '../../engine/settings/options/readers.ts'
import type { RunOptions } from '../../engine/settings/options/run-options.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { withValues } from '../../engine/with-values.ts'
import { roles } from '../../protocol/operations.ts'
import type { Io } from '../io.ts'
import { line } from '../text.ts'
import { settingsFor } from './certify.ts'
import { type ReportFile, readReports } from './read-reports.ts'
import { addressIn } from './report-address.ts'
import { checkSameTarget } from './same-target.ts'

/** The verdicts that `run --failed` tries again. */
const unsettled: readonly string[] = ['fail', 'known', 'warn', 'blocked']

/** Returns the ids of the checks that failed, warned or were blocked. UsageError if every check passed. */
export const unsettledChecks = ({ report, file }: ReportFile): string[] => {
  const ids = report.checks.filter(({ verdict }) => unsettled.includes(verdict)).map(({ id }) => id)
  if (ids.length > 0) return ids
  throw new UsageError(`nothing failed, warned or was blocked in ${file}.`, 'Leave out --failed to try everything.')
}

/** Reads one report. UsageError if it cannot be read. */
export const readReport = async (io: Pick<Io, 'folder'>, name: string): Promise<ReportFile> => {
  const [found] = await readReports(io, [name])
  if (!found) throw new Error('no report was read')
  return found
}

/** The caller's input: options, a config, and whether the bundled reference is the target. `only`: ids of checks in the report. */
type Now = {
  options: RunOptions
  config?: string | undefined
  reference?: boolean | undefined
  only: readonly string[]
}

/**
 * Loads the settings for trying checks of a report again. The checks, the seed and the depth come from the report; the target and
 * everything else from the caller. If the caller does not name a target, the address of the report is used, with fresh keys. UsageError if
 * the report is about another target.
 */
export const settingsAgain = async (io: Io, found: ReportFile, now: Now): Promise<RunSettings> => {
  const { run } = found.report
  const again = {
    only: await knownChecks(io, found, now.only),
    seed: readOption(seed, String(run.seed), `${found.file}: run.seed`),
    depth: run.depth,
  }
  const decided = { ...decidedBy('report', again), ...now.options, only: again.only }
  if (!isNamed(io, now)) {
    const settings = await settingsFor(io, { options: { ...decided, ...(await targetOf(io, found, now)) } })
    checkSameTarget(found, { ...settings, environment: now.options.environment })
    return { ...settings, isReported: true }
  }
  const { config, reference = false } = now
  const role = config === undefined && findConfig(io.folder) === undefined ? await roleOf(io, now) : {}
  const settings = await settingsFor(io, {
    options: { ...role, ...decided },
    reference,
    ...withValues({ config: config === undefined ? undefined : resolve(io.folder, config) }),
  })
  checkSameTarget(found, settings)
  return settings
}

/** Returns whether the caller names a target: by address, by config, or the bundled reference. */
const isNamed = ({ folder }: Io, { options, config, reference }: Now): boolean =>
  reference || options.baseUrl !== undefined || config !== undefined || findConfig(folder) !== undefined

/** Returns ids of checks. UsageError for one that this program does not have, and for a report about two targets. */
const knownChecks = async (io: Io, { report, file }: ReportFile, ids: readonly string[]): Promise<string[]> => {
  if (report.partner !== undefined)
    throw new UsageError(`${file} is about two targets together.`, 'Run both again: run --gateway URL --merchant URL.')
  const known = new Set((await io.services.checks()).map(({ id }) => id))
  const unknown = ids.find(id => !known.has(id))
  if (unknown === undefined) return [...ids]
  throw new UsageError(
    `${file} names the check ${quoted(unknown)}, which this oc-conformance does not have.`,
    `It was written by version ${quoted(report.run.harness)}: certify the target again.`,
  )
}

/** Returns the role of the checks if it is the same for all; a role given by the caller takes precedence. */
const roleOf = async ({ services }: Io, { options, only }: Now): Promise<Pick<RunOptions, 'role'>> => {
  if (options.role !== undefined) return { role: options.role }
  const wanted = (await services.checks()).filter(({ id }) => only.includes(id)).map(check => check.roles)
  const shared = roles.filter(role => wanted.every(each => each.includes(role)))
  return shared.length === 1 ? withValues({ role: shared[0] }) : {}
}

/**
 * Returns the target of a report, for a caller without one: only its address. The report's environment relaxes no limit: only a target on
 * this machine counts as a test environment unless the caller says so.
 */
const targetOf = async (io: Io, { report, file }: ReportFile, now: Now): Promise<RunOptions> => {
  const { environment: there } = report.target
  const baseUrl = await addressIn(report.target.baseUrl, file)
  const isTest = isLoopback(baseUrl) && there !== 'production'
  const environment = now.options.environment ?? (isTest ? 'test' : 'production')
  io.err(
    line(`No target is named: the address of the report is used, ${baseUrl}, with fresh keys, as in ${environment}.`),
  )
  return { ...(await roleOf(io, now)), baseUrl, environment }
}
