import { join, relative } from 'node:path'
import type { FinishedRun, TargetRun } from '../engine/multi-target.ts'
import type { RunOptions } from '../engine/settings/run-options.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import type { Role } from '../protocol/operations.ts'
import { certifyEach, certifyPair, interruptible, settingsFor } from './certify.ts'
import type { Io } from './io.ts'
import { type Place, prepareOutputs } from './outputs.ts'
import { publish } from './publish.ts'
import type { Certified } from './services.ts'
import { jsonSummary, jsonText, seedLine, textSummary } from './summary.ts'

/** Certifies every role of the bundled reference side by side; returns the exit code. */
export const runReference = async (io: Io, settings: RunSettings): Promise<number> => {
  const { referenceParts } = await import('../engine/multi-target.ts')
  const parts = await referenceParts(settings)
  await prepareOutputs(io, settings.outputs, parts.map(placeOf))
  io.err(seedLine(settings))
  return conclude(io, settings, await interruptible(io, signal => runParts(io, parts, signal)))
}

/** The targets of the command line, with their configs and common options. */
export type Targets = {
  options: RunOptions
  configs: readonly string[]
  targets: readonly Pick<RunOptions, 'baseUrl' | 'role'>[]
}

/** Certifies several targets side by side, each on its own, and a gateway and a merchant then together; returns the exit code. */
export const runTargets = async (io: Io, { options, configs, targets }: Targets): Promise<number> => {
  const parts: TargetRun[] = []
  for (const target of targets) {
    // All targets share the seed that was drawn for the first one.
    const seed = options.seed ?? parts[0]?.settings.seed
    parts.push(await partFor(io, { ...options, ...target, ...(seed === undefined ? {} : { seed }) }, configs))
  }
  const [first] = parts
  if (!first) throw new Error('no target was given')
  const [gateway, merchant] = (['gateway', 'merchant'] as const).map(role => parts.find(part => part.folder === role))
  const common = { ...first.settings, reportDir: join(first.settings.reportDir, '..') }
  const together = { role: 'together', reportDir: join(common.reportDir, 'together') }
  await prepareOutputs(io, common.outputs, [...parts.map(placeOf), ...(gateway && merchant ? [together] : [])])
  io.err(seedLine(common))
  const done = await interruptible(io, async signal => {
    const alone = await runParts(io, parts, signal)
    if (!gateway || !merchant) return alone
    const repeat = await repeatTogether(io, { options, configs, targets })
    const pair = { gateway: { ...gateway.settings, repeat }, merchant: merchant.settings, signal }
    return [...alone, await runTogether(io, pair)]
  })
  return conclude(io, common, done)
}

const placeOf = ({ folder, settings }: TargetRun): Place => ({ role: folder, reportDir: settings.reportDir })

const titles: Readonly<Record<Role, string>> = { gateway: 'Gateway', merchant: 'Merchant', kyc: 'KYC provider' }

/** Returns a target with the config for its role; without one, checks that need it are blocked. */
const partFor = async (io: Io, options: RunOptions, configs: readonly string[]): Promise<TargetRun> => {
  const { role = 'gateway' } = options
  const config = await configFor(io, role, configs)
  const found = config === undefined ? { reference: true } : { config }
  const settings = await settingsFor(io, { options, ...found })
  return { title: titles[role], folder: role, settings: { ...settings, reportDir: join(settings.reportDir, role) } }
}

const configFor = async ({ folder }: Io, role: Role, configs: readonly string[]): Promise<string | undefined> => {
  const [{ resolve }, { findConfig, readConfig }] = await Promise.all([
    import('node:path'),
    import('../engine/settings/config-file.ts'),
  ])
  const found = findConfig(folder)
  const paths = configs.length > 0 ? configs.map(name => resolve(folder, name)) : found === undefined ? [] : [found]
  for (const path of paths) if ((await readConfig(path)).config.target?.role === role) return path
  return undefined
}

/** Certifies several targets side by side, each on its own. */
const runParts = async (io: Io, parts: readonly TargetRun[], signal: AbortSignal): Promise<FinishedRun[]> => {
  const summarize = async ({ settings }: TargetRun, certified: Certified) =>
    settings.json ? '' : textSummary(io, settings, certified)
  return certifyEach(io, { parts, signal }, summarize)
}

type Pair = { gateway: RunSettings; merchant: RunSettings; signal: AbortSignal }

const runTogether = async (io: Io, { gateway, ...pair }: Pair): Promise<FinishedRun> => {
  const settings = { ...gateway, reportDir: join(gateway.reportDir, '..', 'together') }
  const certified = await certifyPair(io, { gateway: settings, ...pair })
  if (!settings.json) io.out(await textSummary(io, settings, certified))
  return { title: 'Gateway and merchant together', folder: 'together', settings, ...certified }
}

/** Returns the arguments of `run` that certify the gateway and the merchant again. */
const repeatTogether = async ({ folder }: Io, { options, configs, targets }: Targets): Promise<string[]> => {
  const { repeatFlags } = await import('../engine/settings/repeat.ts')
  return [
    ...targets.flatMap(({ role, baseUrl = '' }) => (role === 'kyc' ? [] : [`--${role}`, baseUrl])),
    ...configs.flatMap(config => ['--config', config]),
    ...repeatFlags({ folder, options }),
  ]
}

/** Prints the overall verdict and writes the page that links the reports; returns the exit code. */
const conclude = async (io: Io, settings: RunSettings, done: readonly FinishedRun[]): Promise<number> => {
  const { exitCodeOfAll, verdictOfAll, writeOverview } = await import('../engine/multi-target.ts')
  const exitCode = exitCodeOfAll(done.map(run => run.exitCode))
  const index = relative(io.folder, await writeOverview(settings.reportDir, done))
  const verdict = verdictOfAll(
    done.filter(run => run.folder !== 'together' || run.exitCode !== 0).map(run => run.report.verdict),
  )
  if (!settings.json) io.out(`\n  All together: ${verdict}. ${index} links the reports.\n`)
  else {
    const targets = await Promise.all(done.map(run => jsonSummary(io, run.settings, run)))
    io.out(jsonText({ version: 1, verdict, exitCode, index, targets }))
  }
  const written = done.map(run => ({ ...placeOf(run), report: run.report }))
  await publish(io, settings, written)
  return exitCode
}
