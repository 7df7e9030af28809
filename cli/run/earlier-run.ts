import { resolve } from 'node:path'
import { Command } from 'commander'
import { baseUrl, readOption } from '../../engine/settings/options/readers.ts'
import type { RunOptions } from '../../engine/settings/options/run-options.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Io } from '../io.ts'
import { addOptions, optionsOf } from '../options.ts'
import type { CertifyPlan } from './certify.ts'
import { type ReportFile, readReports } from './read-reports.ts'
import { runOptions, runOptionsIn } from './run-options.ts'

/** The verdicts that `run --failed` tries again. */
const unsettled: readonly string[] = ['fail', 'known', 'warn', 'blocked']

/** Returns the ids of the checks that failed, warned or were blocked. UsageError if there are none. */
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

/**
 * Returns a plan that starts the run of a report again: its target, config, seed and depth. `now` has options and a
 * config that beat those of then. UsageError if the report names arguments that `run` does not take.
 */
export const planAgain = (
  { folder }: Pick<Io, 'folder'>,
  { run, target }: Report,
  now: { options: RunOptions; config?: string | undefined },
): CertifyPlan => {
  const { values, address } = argumentsOf(run.repeat ?? [target.baseUrl])
  const config = now.config ?? values.config?.[0]
  const options: RunOptions = {
    ...runOptionsIn(values, folder),
    ...(address === undefined ? {} : { baseUrl: readOption(baseUrl, address, 'base-url') }),
    role: target.role,
    seed: run.seed,
    depth: run.depth,
    ...now.options,
  }
  return {
    options,
    ...(values.reference && now.options.baseUrl === undefined ? { reference: true } : {}),
    ...(config === undefined ? {} : { config: resolve(folder, config) }),
  }
}

const argumentsOf = (argv: readonly string[]) => {
  const command = new Command('run').argument('[base-url]').exitOverride()
  command.configureOutput({ outputError: () => undefined })
  addOptions(command, runOptions, { env: false }).parse(argv, { from: 'user' })
  return { values: optionsOf(command, runOptions, {}), address: command.args[0] }
}
