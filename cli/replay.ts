import { lstat } from 'node:fs/promises'
import { dirname, join, relative, resolve } from 'node:path'
import { decidedBy } from '../engine/settings/authority.ts'
import { baseUrl, readOption, text } from '../engine/settings/options/readers.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { UsageError } from '../engine/settings/usage-error.ts'
import { withValues } from '../engine/with-values.ts'
import type { CheckKind } from '../harness/check.ts'
import type { CheckOutcome } from '../schemas/messages.ts'
import type { AddCommand } from './command.ts'
import { type Io, isColored } from './io.ts'
import { addOptions, type OptionValues, optionsOf, valued } from './options.ts'
import { certify } from './run/certify.ts'
import { referenceAlone, runOptions, runOptionsIn, targetOptions } from './run/run-options.ts'
import { jsonText, summaryOf } from './run/summary.ts'
import type { Certified } from './services.ts'

const options = {
  ...targetOptions,
  reference: runOptions.reference,
  reportDir: valued(
    '--report <dir>',
    text('the name of a folder'),
    'folder for the report of the replay (default: replay/ beside the given report)',
  ),
}

export const addReplay: AddCommand = (program, io, exit) => {
  const command = program
    .command('replay')
    .description(
      'Runs one failed check of an earlier report again, with its values, and prints each exchange and FAILED (exit 1), FIXED (0) or DIFFERENT (1).',
    )
    .argument('<report>', 'report.json of a run, or its folder')
    .argument('<check>', 'id of a check that failed there')
    .argument('[base-url]', 'address of the target (default without a config: that of the report, with fresh keys)')
  addOptions(command, options, { env: true }).action(async (name: string, id: string, address?: string) => {
    exit(await replay(io, { name, id, address, values: optionsOf(command, options, io.env) }))
  })
}

/** The earlier outcome of a check that failed, and the kind of the check. */
type Failed = { before: CheckOutcome; kind: CheckKind | undefined }

type Request = { name: string; id: string; address: string | undefined; values: OptionValues<typeof options> }

const replay = async (io: Io, { name, id, address, values }: Request): Promise<number> => {
  const { readReport, settingsAgain } = await import('./run/earlier-run.ts')
  const found = await readReport(io, name)
  const before = await failedCheck(found.report.checks, id)
  const given = runOptionsIn(values, io.folder)
  const { config, reference } = values
  if (reference && (address !== undefined || config !== undefined)) throw referenceAlone()
  const reportDir = given.reportDir ?? (await folderBeside(io, found.file))
  const target = address === undefined ? {} : { baseUrl: readOption(baseUrl, address, 'base-url') }
  const options = { ...given, ...target, reportDir }
  const settings = await settingsAgain(io, found, { options, config, reference, only: [before.id] })
  if (settings.target === undefined && settings.reference === undefined)
    throw new UsageError(`${id} is a check of several roles.`, 'Give --role.')
  const { counterexample } = decidedBy('report', withValues({ counterexample: completed(before) }))
  const { kind } = (await io.services.checks()).find(check => check.id === before.id) ?? {}
  return replayed(
    io,
    { before, kind },
    {
      ...settings,
      ...withValues({ counterexample }),
      // A race is won by chance: more rounds show whether it can still be won.
      ...(kind === 'race' ? { depth: 'thorough' } : {}),
    },
  )
}

/**
 * Returns the folder beside a report. UsageError for a link, with which a foreign report could choose the files that are deleted and
 * written.
 */
const folderBeside = async ({ folder }: Io, file: string): Promise<string> => {
  const beside = join(dirname(resolve(folder, file)), 'replay')
  const found = await lstat(beside).catch(() => undefined)
  if (!found?.isSymbolicLink()) return beside
  throw new UsageError(`${relative(folder, beside)} is a link to another folder.`, 'Name the folder with --report.')
}

/** Returns a check that failed. UsageError for an unknown check, and for one that did not fail. */
const failedCheck = async (checks: readonly CheckOutcome[], id: string): Promise<CheckOutcome> => {
  const [{ hasFailed }, { quoted }, { suggestion }, { verdictWords }] = await Promise.all([
    import('../reports/replay.ts'),
    import('../engine/settings/options/readers.ts'),
    import('../engine/settings/options/suggestion.ts'),
    import('../reports/queries.ts'),
  ])
  const failed = checks.filter(hasFailed).map(check => check.id)
  const known =
    failed.length === 0 ? 'No check failed there.' : `These failed there: ${failed.slice(0, 20).join(', ')}.`
  const check = checks.find(candidate => candidate.id === id)
  if (!check) throw new UsageError(`the report has no check ${quoted(id)}.`, suggestion(id, failed, known))
  if (!hasFailed(check))
    throw new UsageError(`${id} did not fail in the report: ${verdictWords[check.verdict]}.`, known)
  return check
}

/** A path to a value: the indices of the drawn and the shrunk values, each of which costs that many steps. */
const pathOfValue = /^\d{1,4}(:\d{1,4}){0,300}$/

/** Returns the counterexample of a check, with the figures that a report may omit. UsageError if it leads to no value. */
const completed = ({ id, counterexample: found }: CheckOutcome): RunSettings['counterexample'] => {
  if (found && (!pathOfValue.test(found.path) || Math.abs(found.seed) >= 2 ** 32))
    throw new UsageError(`the report has no counterexample of ${id} that leads to a value.`, 'Was it changed?')
  return found && { runs: 0, shrinks: 0, ...found, value: found.value }
}

/** Returns whether a check is blocked because its run could not continue, which says nothing about the target. */
const isCutShort = ({ report: { run }, trouble }: Certified, { verdict }: CheckOutcome): boolean =>
  verdict === 'blocked' && (run.interrupted === true || run.stopped !== undefined || trouble !== undefined)

/** Runs the check and prints the result; returns the exit code. */
const replayed = async (io: Io, { before, kind }: Failed, settings: RunSettings): Promise<number> => {
  const [{ renderReplay, replayResult }, { readEvidence }] = await Promise.all([
    import('../reports/replay.ts'),
    import('../engine/evidence/evidence.ts'),
  ])
  const done = await certify(io, settings)
  const after = done.report.checks.find(({ id }) => id === before.id)
  // The preflight stopped the run, or it was interrupted: the summary says why.
  if (!after || after.verdict === 'not-selected' || isCutShort(done, after) || [2, 4].includes(done.exitCode)) {
    io.out(await summaryOf(io, settings, done))
    return done.exitCode === 0 ? 3 : done.exitCode
  }
  const result = replayResult(before, after, kind)
  if (settings.json) io.out(jsonText({ version: 1, check: after.id, result, before, after }))
  else {
    const file = join(settings.reportDir, done.report.evidence?.file ?? '')
    const { exchanges } = await readEvidence(file, new Set(after.exchanges))
    io.out(renderReplay({ before, after, result, exchanges }, { color: isColored(io, 'out'), width: io.columns }))
  }
  return result === 'FIXED' ? 0 : 1
}
