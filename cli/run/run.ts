import { baseUrl, readOption } from '../../engine/settings/options/readers.ts'
import type { RunOptions } from '../../engine/settings/options/run-options.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { withValues } from '../../engine/with-values.ts'
import { roles } from '../../protocol/operations.ts'
import type { AddCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { addOptions, type OptionValues, optionsOf } from '../options.ts'
import { certify, settingsFor } from './certify.ts'
import { runReference, runTargets } from './multi-target.ts'
import { prepare, publish } from './publish.ts'
import { resume, resumeHint } from './resume.ts'
import { referenceAlone, runOptions, runOptionsIn } from './run-options.ts'
import { seedLine, summaryOf } from './summary.ts'

type Values = OptionValues<typeof runOptions>
type Given = { values: Values; targets: Pick<RunOptions, 'baseUrl' | 'role'>[] }

export const addRun: AddCommand = (program, io, exit) => {
  const command = program
    .command('run')
    .description('Certifies the target that an address, a config or --reference names.')
    .argument('[base-url]', 'address of the target; its metadata is at {base-url}/metadata.json')
  addOptions(command, runOptions, { env: true }).action(async (address?: string) => {
    const values = optionsOf(command, runOptions, io.env)
    const targets = targetsIn(address, values)
    if (values.resume && (values.failed !== undefined || targets.length > 1))
      throw new UsageError(
        '--resume continues the run of one target.',
        'Name that target, and its folder with --report.',
      )
    if (targets.length > 1 && (values.workers ?? 1) > 1)
      throw new UsageError('--workers is for one target.', 'Leave it out: several targets have a process each.')
    if (values.failed !== undefined) return exit(await runFailed(io, values.failed, { values, targets }))
    const { config: configs = [] } = values
    const options = runOptionsIn(values, io.folder)
    if (targets.length > 1) return exit(await runTargets(io, { options, configs, targets }))
    const reference = values.reference ?? false
    const settingsOf = (config: string | undefined) =>
      settingsFor(io, { options: { ...options, ...targets[0] }, reference, ...withValues({ config }) })
    const settings = await settingsOf(configs[0])
    const others: RunSettings[] = []
    for (const config of configs.slice(1)) others.push(await settingsOf(config))
    if (others.length > 0 && settings.workers === undefined)
      throw new UsageError('one target needs one config, or one for each worker.', 'Give --config once, or --workers.')
    exit(await run(io, values.resume ? await resume(settings, values) : settings, others))
  })
}

/** Tries again the checks that failed, warned or were blocked in a report. */
const runFailed = async (io: Io, name: string, { values, targets }: Given): Promise<number> => {
  if (values.only !== undefined || targets.length > 1)
    throw new UsageError('--failed reads its checks from a report of one target.', 'Leave out --only, or --failed.')
  const { readReport, settingsAgain, unsettledChecks } = await import('./earlier-run.ts')
  const found = await readReport(io, name)
  const options = { ...runOptionsIn(values, io.folder), ...targets[0] }
  const { config, reference } = values
  return run(
    io,
    await settingsAgain(io, found, { options, config: config?.[0], reference, only: unsettledChecks(found) }),
  )
}

/** Certifies one target, or every role of the bundled reference; returns the exit code. `others`: the settings of further workers. */
const run = async (io: Io, settings: RunSettings, others: readonly RunSettings[] = []): Promise<number> => {
  if (settings.target === undefined && settings.reference === undefined) return runReference(io, settings)
  const { reportDir } = settings
  await prepare(io, settings, [{ role: settings.target?.role ?? settings.reference ?? 'role', reportDir }])
  io.err(seedLine(settings))
  const done = await certify(io, settings, [settings, ...others])
  io.out(await summaryOf(io, settings, done))
  await publish(io, settings, [{ role: done.report.target.role, reportDir, report: done.report }])
  io.err(await resumeHint(io, settings, done))
  return done.exitCode
}

/** Returns the targets that the command line names, by address or by role. UsageError for both. */
const targetsIn = (address: string | undefined, values: Values): Pick<RunOptions, 'baseUrl' | 'role'>[] => {
  const named = roles.flatMap(role => (values[role] ?? []).map(address => ({ baseUrl: address, role })))
  const twice = named.find(
    (one, at) => named.findIndex(other => other.role === one.role && other.baseUrl === one.baseUrl) < at,
  )
  if (twice) throw new UsageError(`--${twice.role} ${twice.baseUrl} is given twice.`, 'Give each target once.')
  if (address !== undefined && named.length > 0)
    throw new UsageError(
      'a base URL and an address by role exclude each other.',
      'Give a base URL, or addresses by role: --gateway, --merchant, --kyc.',
    )
  if (values.reference && (address !== undefined || named.length > 0 || values.config !== undefined))
    throw referenceAlone()
  return address === undefined ? named : [{ baseUrl: readOption(baseUrl, address, 'base-url') }]
}
