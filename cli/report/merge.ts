import { dirname, resolve } from 'node:path'
import { keyFileIn } from '../../engine/settings/keys/key-file.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { AddCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { addOptions, type OptionValues, optionsOf } from '../options.ts'
import { checkOutputs } from '../run/outputs.ts'
import { publish } from '../run/publish.ts'
import { runOptions } from '../run/run-options.ts'
import { summaryOf } from '../run/summary.ts'
import { line } from '../text.ts'

const { reportDir, output, sign, json } = runOptions
const options = { reportDir, output, sign, json }

export const addMerge: AddCommand = (program, io, exit) => {
  const command = program
    .command('merge')
    .description(
      'Merges the reports of all shards of a run into one, as if it had been one run. Exits as that run would have.',
    )
    .argument('<reports...>', 'report.json of each shard, or its folder')
  addOptions(command, options, { env: true }).action(async (names: string[]) => {
    exit(await merge(io, names, optionsOf(command, options, io.env)))
  })
}

const merge = async (io: Io, names: readonly string[], values: OptionValues<typeof options>): Promise<number> => {
  const folder = resolve(io.folder, values.reportDir ?? 'conformance-report')
  const outputs = (values.output ?? []).map(({ format, file }) => ({ format, file: resolve(io.folder, file) }))
  const settings = { reportDir: folder, outputs, json: values.json ?? false }
  const { readReports } = await import('../run/read-reports.ts')
  const [first, ...others] = (await readReports(io, names)).map(({ file, report }) => ({
    file,
    report,
    folder: dirname(resolve(io.folder, file)),
  }))
  if (!first) throw new UsageError('no report is given.', 'Give the report of each shard.')
  const { role } = first.report.target
  const signWith = await keyOf(io, values.sign)
  await checkOutputs(io, outputs, [{ role, reportDir: folder }])
  const { mergeShards } = await import('../../engine/report/merge/index.ts')
  const done = await mergeShards([first, ...others], { reportDir: folder, signWith })
  io.out(await summaryOf(io, settings, done))
  await publish(io, settings, [{ role, reportDir: folder, report: done.report }])
  return done.exitCode
}

/** Returns the key that signs the merged report, and prints warnings about it. */
const keyOf = async (io: Io, file: string | undefined): Promise<RunSettings['signWith']> => {
  if (file === undefined) return undefined
  const { readSigningKey } = await import('../../engine/settings/keys/signing-key.ts')
  const { signWith, warnings } = await readSigningKey(keyFileIn(io.folder, file), io.env)
  for (const warning of warnings) io.err(line(`warning: ${warning}`))
  return signWith
}
