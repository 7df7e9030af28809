import { join, relative } from 'node:path'
import type { FinishedRun, PairRun, TargetRun } from '../../engine/multi-target/multi-target.ts'
import type { RunOptions } from '../../engine/settings/options/run-options.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Io } from '../io.ts'
import type { Certified } from '../services.ts'
import { line } from '../text.ts'
import { certifyEach, certifyPair, interruptible, settingsFor } from './certify.ts'
import type { Place } from './outputs.ts'
import { prepare, publish } from './publish.ts'
import { jsonSummary, jsonText, seedLine, textSummary } from './summary.ts'
import type { GivenTarget } from './target-configs.ts'

/** Certifies every role of the bundled reference side by side; returns the exit code. */
export const runReference = async (io: Io, settings: RunSettings): Promise<number> => {
  const { referenceParts } = await import('../../engine/multi-target/multi-target.ts')
  const parts = await referenceParts({ ...settings, sharesKnownFailures: true })
  await prepare(io, settings, parts.map(placeOf))
  io.err(seedLine(settings))
  return conclude(io, settings, await interruptible(io, signal => runParts(io, parts, signal)))
}

/** The targets of the command line, with their configs and common options. */
export type Targets = { options: RunOptions; configs: readonly string[]; targets: readonly GivenTarget[] }

/** A target with its config. */
type Part = TargetRun & { config: string | undefined }

/** Certifies several targets side by side, each on its own, and then in pairs; returns the exit code. */
export const runTargets = async (io: Io, given: Targets): Promise<number> => {
  const parts = await partsOf(io, given)
  const [first] = parts
  if (!first) throw new Error('no target was given')
  const { pairsOf } = await import('../../engine/multi-target/multi-target.ts')
  const common = { ...first.settings, reportDir: join(first.settings.reportDir, '..') }
  const pairs = pairsOf(parts)
  const places = pairs.map(({ folder }) => ({ role: folder, reportDir: join(common.reportDir, folder) }))
  await prepare(io, common, [...parts.map(placeOf), ...places])
  io.err(seedLine(common))
  const done = await interruptible(io, async signal => {
    const alone = await runParts(io, parts, signal)
    return [...alone, ...(await runPairs(io, { given, alone, pairs, signal }))]
  })
  return conclude(io, common, done)
}

/** Returns the targets, each with its config; without one, checks that need it are blocked. */
const partsOf = async (io: Io, { options, configs, targets }: Targets): Promise<Part[]> => {
  const [{ configsFor }, { namesOf }] = await Promise.all([
    import('./target-configs.ts'),
    import('../../engine/multi-target/multi-target.ts'),
  ])
  const paths = await configsFor(io, targets, configs)
  const parts: Part[] = []
  for (const [at, target] of targets.entries()) {
    const { role = 'gateway' } = target
    const config = paths[at]
    // All targets share the seed that was drawn for the first one.
    const seed = options.seed ?? parts[0]?.settings.seed
    const settings = await settingsFor(io, {
      options: { ...options, ...target, ...(seed === undefined ? {} : { seed }) },
      ...(config === undefined ? { reference: true } : { config }),
    })
    const names = namesOf(role, targets.slice(0, at + 1).filter(other => other.role === role).length)
    const reportDir = join(settings.reportDir, names.folder)
    parts.push({ ...names, config, settings: { ...settings, reportDir, sharesKnownFailures: true } })
  }
  return parts
}

const placeOf = ({ folder, settings }: TargetRun): Place => ({ role: folder, reportDir: settings.reportDir })

/** Certifies several targets side by side, each on its own. */
const runParts = async (io: Io, parts: readonly TargetRun[], signal: AbortSignal): Promise<FinishedRun[]> => {
  const summarize = async ({ settings }: TargetRun, certified: Certified) =>
    settings.json ? '' : textSummary(io, settings, certified)
  return certifyEach(io, { parts, signal }, summarize)
}

type Pairs = { given: Targets; alone: readonly FinishedRun[]; pairs: readonly PairRun[]; signal: AbortSignal }

/** Certifies pairs one by one; leaves out those whose reports say that they do not work together. */
const runPairs = async (io: Io, { given, alone, pairs, signal }: Pairs): Promise<FinishedRun[]> => {
  const { isDeclared } = await import('../../engine/multi-target/multi-target.ts')
  const reportOf = ({ folder }: TargetRun) => alone.find(run => run.folder === folder)?.report
  const done: FinishedRun[] = []
  for (const pair of pairs) {
    const [gateway, partner] = [reportOf(pair.gateway), reportOf(pair.partner)]
    if (gateway && partner && isDeclared(pair, gateway, partner)) done.push(await runPair(io, { given, pair, signal }))
  }
  return done
}

const runPair = async (io: Io, { given, pair, signal }: { given: Targets; pair: PairRun; signal: AbortSignal }) => {
  const { kind, title, folder } = pair
  const repeat = await repeatPair(io, given, [pair.gateway, pair.partner])
  const [gateway, partner] = [pair.gateway, pair.partner].map(({ settings }) => ({
    ...settings,
    repeat,
    reportDir: join(settings.reportDir, '..', folder),
  })) as [RunSettings, RunSettings]
  const settings = kind === 'merchant' ? gateway : partner
  const certified = await certifyPair(io, { title, gateway, partner, kind, signal })
  if (!settings.json) io.out(await textSummary(io, settings, certified))
  return { title, folder, settings, ...certified }
}

/** Returns the arguments of `run` that certify two targets again. */
const repeatPair = async (
  { folder }: Io,
  { options, configs }: Targets,
  pair: readonly TargetRun[],
): Promise<string[]> => {
  const { repeatFlags } = await import('../../engine/settings/options/repeat.ts')
  const paths = pair.flatMap(part => ('config' in part && typeof part.config === 'string' ? [part.config] : []))
  return [
    ...pair.flatMap(({ settings: { target } }) => (target ? [`--${target.role}`, target.baseUrl] : [])),
    ...(configs.length === 0 ? [] : paths.flatMap(path => ['--config', relative(folder, path)])),
    ...repeatFlags({ folder, options }),
  ]
}

/** Prints the overall verdict and writes the page that links the reports; returns the exit code. */
const conclude = async (io: Io, settings: RunSettings, done: readonly FinishedRun[]): Promise<number> => {
  const { exitCodeOfAll, knownOutcomesOfAll, verdictOfAll, writeOverview } = await import(
    '../../engine/multi-target/multi-target.ts'
  )
  const { staleEntries } = await import('../../reports/known-failures.ts')
  const knownFailures = knownOutcomesOfAll(done)
  const stale = staleEntries(knownFailures)
  const exitCode = exitCodeOfAll([...done.map(run => run.exitCode), ...(stale.length > 0 ? [1] : [])])
  const index = relative(io.folder, await writeOverview(settings.reportDir, done))
  const verdict = verdictOfAll(
    done.filter(run => run.report.partner === undefined || run.exitCode !== 0).map(run => run.report.verdict),
  )
  if (!settings.json) io.out(`\n  All together: ${verdict}. ${index} links the reports.\n`)
  else {
    const targets = await Promise.all(done.map(run => jsonSummary(io, run.settings, run)))
    const known = knownFailures.length > 0 ? { knownFailures } : {}
    io.out(jsonText({ version: 1, verdict, exitCode, index, ...known, targets }))
  }
  for (const { text } of stale) io.err(line(text))
  const written = done.map(run => ({ ...placeOf(run), report: run.report }))
  await publish(io, settings, written)
  return exitCode
}
